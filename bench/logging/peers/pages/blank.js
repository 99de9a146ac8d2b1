// Runs the same tasks without logging: the driver's own cost.
window.benchLog = () => {};
