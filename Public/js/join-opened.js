// Tells the hosts that somebody looked at the link. A messenger's preview runs no script, and so tells nothing.
fetch(`${location.pathname}/opened`, { method: "POST" }).catch(() => { /* they may join all the same */ });
