package io.keelson.ejb.timer;

import java.util.Set;

/** The members of the cluster, for timers whose transactions have not ended. Thread-safe. */
public interface TimerMembers {
    /** Returns this run of this server. */
    String self();

    /** Returns the runs of servers that are seen, this one among them. */
    Set<String> present();

    /** The members where there is no cluster. */
    static TimerMembers alone() {
        return new TimerMembers() {
            @Override
            public String self() {
                return "this";
            }

            @Override
            public Set<String> present() {
                return Set.of("this");
            }
        };
    }
}
