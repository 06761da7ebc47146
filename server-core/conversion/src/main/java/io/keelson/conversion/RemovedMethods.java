package io.keelson.conversion;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import jakarta.servlet.http.HttpSession;
import java.util.Collections;

/**
 * Methods that the servlet API of Java EE 8 still had, deprecated for long, and that of Servlet 6.0 has no more.
 * Converted classes call these in their place. A copy of this class is put into each archive with such a class, so it must need
 * nothing but the API. Those that begin with {@code super} are for calls of a wrapper's own method by its subclass. Stateless.
 */
public final class RemovedMethods {
    private RemovedMethods() {}

    /** HTTP has no use for the reason since HTTP/2, and no API to set it. */
    public static void setStatus(HttpServletResponse response, int status, String reason) {
        response.setStatus(status);
    }

    /** See {@link #setStatus}. */
    public static void superSetStatus(HttpServletResponseWrapper response, int status, String reason) {
        ((HttpServletResponse) response.getResponse()).setStatus(status);
    }

    /** Was {@code encodeURL} in Servlet 2.1 already. */
    public static String encodeUrl(HttpServletResponse response, String url) {
        return response.encodeURL(url);
    }

    /** See {@link #encodeUrl}. */
    public static String superEncodeUrl(HttpServletResponseWrapper response, String url) {
        return ((HttpServletResponse) response.getResponse()).encodeURL(url);
    }

    /** Was {@code encodeRedirectURL} in Servlet 2.1 already. */
    public static String encodeRedirectUrl(HttpServletResponse response, String url) {
        return response.encodeRedirectURL(url);
    }

    /** See {@link #encodeRedirectUrl}. */
    public static String superEncodeRedirectUrl(HttpServletResponseWrapper response, String url) {
        return ((HttpServletResponse) response.getResponse()).encodeRedirectURL(url);
    }

    /** Was {@code isRequestedSessionIdFromURL} in Servlet 2.1 already. */
    public static boolean isRequestedSessionIdFromUrl(HttpServletRequest request) {
        return request.isRequestedSessionIdFromURL();
    }

    /** See {@link #isRequestedSessionIdFromUrl}. */
    public static boolean superIsRequestedSessionIdFromUrl(HttpServletRequestWrapper request) {
        return ((HttpServletRequest) request.getRequest()).isRequestedSessionIdFromURL();
    }

    /** The one of the context. */
    public static String getRealPath(ServletRequest request, String path) {
        return request.getServletContext().getRealPath(path);
    }

    /** See {@link #getRealPath}. */
    public static String superGetRealPath(ServletRequestWrapper request, String path) {
        return request.getRequest().getServletContext().getRealPath(path);
    }

    /** Was {@code getAttribute} in Servlet 2.2 already. */
    public static Object getValue(HttpSession session, String name) {
        return session.getAttribute(name);
    }

    /** Was {@code getAttributeNames} in Servlet 2.2 already. */
    public static String[] getValueNames(HttpSession session) {
        return Collections.list(session.getAttributeNames()).toArray(new String[0]);
    }

    /** Was {@code setAttribute} in Servlet 2.2 already. */
    public static void putValue(HttpSession session, String name, Object value) {
        session.setAttribute(name, value);
    }

    /** Was {@code removeAttribute} in Servlet 2.2 already. */
    public static void removeValue(HttpSession session, String name) {
        session.removeAttribute(name);
    }

    /** Was the same with its arguments the other way round in Servlet 2.1 already. */
    public static void log(ServletContext context, Exception failure, String message) {
        context.log(message, failure);
    }
}
