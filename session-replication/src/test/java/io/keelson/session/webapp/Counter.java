package io.keelson.session.webapp;

import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionEvent;
import java.io.Serializable;

/** A class of the application: it moves with the session and notes that it does. */
public final class Counter implements Serializable, HttpSessionActivationListener {
    private static final long serialVersionUID = 1L;

    private int count;
    private int left;
    private int came;

    synchronized void add() {
        count++;
    }

    @Override
    public synchronized void sessionWillPassivate(HttpSessionEvent event) {
        left++;
    }

    @Override
    public synchronized void sessionDidActivate(HttpSessionEvent event) {
        came++;
    }

    @Override
    public synchronized String toString() {
        return count + " left " + left + " came " + came;
    }
}
