package org.example.tramway;

import com.amplitude.api.Amplitude;
import static com.facebook.appevents.AppEventsLogger.activateApp;
import android.app.Activity;

/** Was once com.flurry.android.FlurryAgent; see https://flurry.com. */
public final class Start extends Activity {
    private static final char QUOTE = '"'; // "https://api.segment.io"
    private static final String HELP = "Write to help@adjust.com";

    @Override
    protected void onStart() {
        super.onStart();
        io.radar.sdk.Radar.initialize(this);
        Amplitude.getInstance();
        activateApp(getApplication());
        fetch("https://" + "GRAPH.facebook.com/v19.0");
        try {
            Class.forName("com.kochava.base.Tracker");
        } catch (ClassNotFoundException none) {
            /* com.comscore.Analytics
               would be the other one */
        }
    }
}
