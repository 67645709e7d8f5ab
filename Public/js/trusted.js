// Trusted Types: the only script addresses that are ever made are those of our own workers.
export const policy = globalThis.trustedTypes?.createPolicy("sotravel", {
  createScriptURL: (url) => {
    if (!url.startsWith("/assets/") && url !== "/offline-worker.js") throw new TypeError("not our script");
    return url;
  },
  // Pages of this server, read anew.
  createHTML: (text) => text,
});

/** A page of ours that was fetched, or a picture, as a document. */
export const parsePage = (text, kind = "text/html") => new DOMParser()
  .parseFromString(policy ? policy.createHTML(text) : text, kind);
