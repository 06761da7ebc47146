package io.keelson.ee.faces.guests;

import jakarta.faces.context.FacesContext;
import jakarta.faces.event.SystemEvent;
import jakarta.faces.event.SystemEventListener;
import jakarta.servlet.ServletContext;

/** Looks at the cookie of sessions when Faces has started. */
public class Started implements SystemEventListener {
    @Override
    public void processEvent(SystemEvent event) {
        ServletContext context = (ServletContext)
                FacesContext.getCurrentInstance().getExternalContext().getContext();
        context.setAttribute("httpOnly", context.getSessionCookieConfig().isHttpOnly());
    }

    @Override
    public boolean isListenerForSource(Object source) {
        return true;
    }
}
