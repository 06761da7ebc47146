package io.keelson.ee.cdi.shapes;

import jakarta.inject.Inject;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.annotation.WebListener;

/** A listener with a bean. */
@WebListener
public class StampListener implements ServletRequestListener {
    @Inject
    private Stamp stamp;

    @Override
    public void requestInitialized(ServletRequestEvent event) {
        stamp.add("heard ");
    }
}
