package io.keelson.kernel.watch;

import io.keelson.base.measure.Described;
import io.keelson.base.measure.Described.Unit;

/** A thread that is watched, as it is now. */
public record WatchedThreadRuntime(
        @Described("The name of the thread.") String name,

        @Described("What depends on it: reader, admin-reader, acceptor, cluster, scheduler.")
        String role,

        @Described(
                value = "How long it has been at one piece of work, in seconds; 0 while it comes back at each look.",
                unit = Unit.SECONDS)
        double silentSeconds,

        @Described("1 while it is an alarm: it has not come back for longer than it may. Else 0.")
        int hangs,

        @Described(value = "How often it has been an alarm.", grows = true)
        long alarms) {}
