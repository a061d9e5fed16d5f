package org.example.tramway;

import com.bugsnag.android.Bugsnag;

final class StartTest {}
