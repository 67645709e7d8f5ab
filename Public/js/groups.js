// The list of all groups: the form of each opens above it.
import "./lanes/dialog.js";
