package org.example.kettle;

import com.crashlytics.android.Crashlytics;

class Main {}
