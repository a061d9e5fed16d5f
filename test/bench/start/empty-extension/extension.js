// An extension that does nothing: what starting any extension costs.
exports.activate = () => undefined;
