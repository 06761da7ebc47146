package io.keelson.perf.ecperf;

import java.io.IOException;

/** Told when the measured time of a run begins and ends, on the thread of the driver. */
public interface Window {
    /** The measured time begins. */
    void begin() throws IOException;

    /** The measured time has ended; called only after {@link #begin}. */
    void end() throws IOException, InterruptedException;

    /** Returns one that does nothing. */
    static Window ignored() {
        return new Window() {
            @Override
            public void begin() {
                // nobody asks
            }

            @Override
            public void end() {
                // nobody asks
            }
        };
    }
}
