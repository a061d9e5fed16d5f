// An extension that does nothing, to measure what starting any extension costs.
exports.activate = () => undefined;
