// Photos of people are asked for when they come near the view. Browsers begin some thousand pixels earlier, and of a
// list of dozens only the first rows are read. Without scripts they come when the browser likes.
const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    target.classList.add("near");
    near.unobserve(target);
  }
}, { rootMargin: "40px" });

customElements.define("face-photo", class extends HTMLElement {
  connectedCallback() { near.observe(this); }
});
