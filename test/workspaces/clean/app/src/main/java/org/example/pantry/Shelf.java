package org.example.pantry;

import studio.fabric.Loom;
import com.tunein.player.Radio;
import com.facebook.adsmanager.Kit;
import com.applovingly.Note;
import com.cartoon.Drawing;
// import com.mixpanel.android.mpmetrics.MixpanelAPI;

/**
 * In place of {@link com.flurry.android.FlurryAgent}, which sent to https://data.flurry.com.
 */
class Shelf {
    // "https://api.segment.io"
    static final String MESSAGE = "We do not use com.appsflyer.AppsFlyerLib";
    static final String JOB = "batch.commit";
    static final String MAIL = "legal@branch.io, someone@mixpanel.com";
    static final String OTHER = "https://notcrashlytics.com and https://crashlytics.com.example.org/";
    static final char SLASH = '/', QUOTE = '\'';
}
