package io.keelson.ejb.bmp;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The calls that the container has made on entity beans. */
public final class Trace {
    private static final List<String> CALLS = Collections.synchronizedList(new ArrayList<>());

    private Trace() {}

    public static void add(String call) {
        CALLS.add(call);
    }

    public static String take() {
        synchronized (CALLS) {
            String all = String.join(" ", CALLS);
            CALLS.clear();
            return all;
        }
    }
}
