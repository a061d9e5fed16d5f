"""Records what exodus-core says about each APK: all class names, too, so that signatures can be compared."""
import json
import logging
import sys

from exodus_core.analysis.static_analysis import StaticAnalysis

logging.disable(logging.CRITICAL)
found = {}
for path in sys.argv[1:]:
    analysis = StaticAnalysis(path)
    certificates = []
    try:
        uaid = analysis.get_application_universal_id()
        certificates = [each.fingerprint for each in analysis.get_certificates()]
    except Exception as error:
        uaid = f"{type(error).__name__}: {error}"
    found[path] = {
        "handle": analysis.get_package(),
        "version": analysis.get_version(),
        "versionCode": analysis.get_version_code(),
        "permissions": sorted(analysis.get_permissions()),
        "libraries": sorted(analysis.get_libraries()),
        "classes": sorted(analysis.get_embedded_classes()),
        "certificates": certificates,
        "uaid": uaid,
        "sha256": analysis.get_sha256(),
    }
print(json.dumps(found, indent=2, ensure_ascii=False))
