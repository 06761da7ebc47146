package io.keelson.pages;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.jasper.servlet.JspServlet;

/**
 * Serves pages. Where a page is compiled anew while another request is about to load its class, and does not compile, Jasper tells
 * that one that there is no such class; asked again it says what is wrong with the page. Made by the container, by name.
 *
 * <p>Specification: Pages 4.0, 1.1.4 Translation and Execution Phases.
 */
public final class PageServlet extends JspServlet {
    private static final long serialVersionUID = 1L;

    /** Package in which Jasper puts the classes of pages, and below it those of tag files. */
    private static final String PAGES = "org.apache.jsp.";

    private static final String TAGS = "org.apache.jsp.tag.";

    /** Set once it was asked again, so that a page which includes another is not run twice. */
    private static final String ASKED_AGAIN = PageServlet.class.getName() + ".askedAgain";

    @Override
    public void service(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
        try {
            super.service(request, response);
        } catch (ServletException e) {
            if (!isGone(e) || request.getAttribute(ASKED_AGAIN) != null) {
                throw e;
            }
            request.setAttribute(ASKED_AGAIN, true);
            // Nothing of the page has run.
            super.service(request, response);
        }
    }

    private static boolean isGone(ServletException failure) {
        Throwable root = root(failure);
        String named = root instanceof ClassNotFoundException ? root.getMessage() : null;
        return named != null && named.startsWith(PAGES) && !named.startsWith(TAGS);
    }

    private static Throwable root(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
