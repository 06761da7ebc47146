package io.keelson.session.webapp;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes what its web application hears of sessions, and whether it hears it in its own context. */
public final class SharedListener
        implements ServletContextListener, HttpSessionListener, HttpSessionAttributeListener, HttpSessionIdListener {
    private final List<String> heard = new CopyOnWriteArrayList<>();

    @Override
    public void contextInitialized(ServletContextEvent event) {
        event.getServletContext().setAttribute("heard", heard);
        String cookie = event.getServletContext().getInitParameter("cookie");
        if (cookie != null) {
            event.getServletContext().getSessionCookieConfig().setName(cookie);
        }
    }

    /** Returns what this application has heard since it was asked the last time. */
    static String events(ServletContext context) {
        if (!(context.getAttribute("heard") instanceof List<?> heard)) {
            return "";
        }
        String all = heard.toString();
        heard.clear();
        return all;
    }

    private void heard(HttpSessionEvent event, String what) {
        boolean own = Thread.currentThread().getContextClassLoader() == SharedListener.class.getClassLoader();
        heard.add(event.getSession().getServletContext().getContextPath() + " " + what + (own ? "" : " elsewhere"));
    }

    @Override
    public void sessionCreated(HttpSessionEvent event) {
        heard(event, "created");
    }

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
        heard(event, "destroyed with " + event.getSession().getAttribute("cart"));
    }

    @Override
    public void attributeAdded(HttpSessionBindingEvent event) {
        heard(event, "added " + event.getName());
    }

    @Override
    public void attributeRemoved(HttpSessionBindingEvent event) {
        heard(event, "removed " + event.getName());
    }

    @Override
    public void attributeReplaced(HttpSessionBindingEvent event) {
        heard(event, "replaced " + event.getName());
    }

    @Override
    public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
        heard(event, "id");
    }
}
