package io.keelson.admin.telemetry;

import java.io.IOException;

/** One kind of what is sent: figures, or spans. Used by the thread that sends; {@link #waiting} and {@link #dropped} by every thread. */
interface Signal {
    /** There was nothing to send, and the collector was not asked. */
    int NOTHING = -1;

    /** Its name, as OpenTelemetry has it, which is also the end of the address. */
    String name();

    /**
     * Sends what there is. Where the collector does not take a part, the rest is not tried.
     *
     * @return how many; {@link #NOTHING}
     * @throws IOException when the collector has not taken it
     */
    int send() throws IOException;

    /** Returns how many wait to be sent. */
    int waiting();

    /** Returns how many did not get to the collector. */
    long dropped();

    /** Says that the collector does not take it. */
    void sayAway(String endpoint, String why);

    /** Says that it does. */
    void sayHere(String endpoint);

    /** Says that the server itself has failed. */
    void sayFailed(Throwable cause);

    /** Ends the sending without waiting. Any thread. */
    void close();
}
