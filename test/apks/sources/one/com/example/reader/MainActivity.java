package com.example.reader;

import com.appsflyer.Tracker;

/** An app with a field, a super class, an interface, caught exceptions and a lambda's inner class. */
public class MainActivity extends Exception implements Runnable {
  private Tracker tracker;
  private com.batch.android.Batch[] absent;

  class Inner {}

  public void run() {
    try {
      tracker.start("com/crashlytics/NotAClass");
    } catch (com.bugsnag.Failure failure) {
      com.example.bannercast.OnlyALocal local = com.example.bannercast.OnlyALocal.last;
      System.out.println(local);
    }
    new com.facebook.ads.OnlyAnInstruction();
  }

  public com.example.signalloft.Result call(int count, com.example.metricgate.Gate[] gates) {
    return null;
  }

  public void größe() {}
}
