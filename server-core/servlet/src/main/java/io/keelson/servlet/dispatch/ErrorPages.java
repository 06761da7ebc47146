package io.keelson.servlet.dispatch;

import io.keelson.http.ClientGoneException;
import io.keelson.http.RequestBodyException;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.registration.DeployedServlet;
import io.keelson.servlet.request.RequestFault;
import io.keelson.servlet.request.WebRequest;
import io.keelson.servlet.response.StandardErrorPage;
import io.keelson.servlet.response.WebResponse;
import io.keelson.servlet.server.ContainerLog;
import io.keelson.servlet.spi.SessionTooLargeException;
import io.keelson.servlet.spi.SessionUnreachableException;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers what went wrong: with the application's page for the exception or status, else with a plain one.
 * Immutable.
 *
 * <p>Specification: Servlet 6.1, 10.9 Error Handling.
 */
public final class ErrorPages {
    private static final int MOST_CAUSES = 20;
    private static final int SERVER_ERROR = 500;
    /** Seconds after which a client may ask again whose session cannot be had at the moment. */
    private static final int RETRY_SECONDS = 2;

    private final String application;
    private final ServletContext context;
    private final boolean development;
    private final Map<Integer, String> byStatus = new HashMap<>();
    private final Map<String, String> byException = new HashMap<>();
    private @Nullable String standard;

    /**
     * The pages of an application.
     *
     * @param application the deployment's name
     * @param development whether a client on the same machine may see stack traces
     */
    public ErrorPages(
            String application, ServletContext context, boolean development, List<WebDescriptor.ErrorPage> pages) {
        this.application = application;
        this.context = context;
        this.development = development;
        for (WebDescriptor.ErrorPage page : pages) {
            if (page.exceptionType() != null) {
                byException.put(page.exceptionType(), page.path());
            } else if (page.status() != null) {
                byStatus.put(page.status(), page.path());
            } else {
                standard = page.path();
            }
        }
    }

    /** After the chain has returned: answers an exception that left it, or the {@code sendError} that was called in it. */
    public void answer(WebRequest request, WebResponse response, @Nullable Throwable failure) {
        if (failure != null) {
            answerFailure(request, response, failure);
        } else if (response.errorPending()) {
            int status = response.getStatus();
            page(request, response, status, response.errorMessage(), null, pageFor(status));
        }
    }

    private void answerFailure(WebRequest request, WebResponse response, Throwable failure) {
        if (response.connectionLost() || fault(failure) instanceof ClientGoneException) {
            ContainerLog.LOG.debugf(failure, "the client of %s has gone", request.getRequestURI());
            return;
        }
        boolean unreachable = sessionUnreachable(failure);
        if (!(failure instanceof RequestFault) && !(failure instanceof UnavailableException) && !unreachable) {
            log(request, failure);
        }
        if (response.headSent()) {
            // The client must not take what it got for the whole; where the application closed the response itself, it
            // is.
            if (!response.closedByApplication()) {
                request.exchange().abort(failure);
            }
            return;
        }
        if (failure instanceof UnavailableException unavailable) {
            answerUnavailable(request, response, unavailable);
            return;
        }
        Throwable shown = failure;
        String page = pageFor(failure);
        Throwable cause = failure instanceof ServletException e ? e.getRootCause() : null;
        if (page == null && cause != null) {
            page = pageFor(cause);
            shown = page == null ? failure : cause;
        }
        int status = unreachable ? 503 : status(failure, cause);
        if (status >= SERVER_ERROR) {
            request.exchange().failed(cause == null ? failure : cause);
        }
        response.resetForError(status);
        if (unreachable) {
            response.setIntHeader("Retry-After", RETRY_SECONDS);
        }
        page(request, response, status, failure.getMessage(), shown, page == null ? pageFor(status) : page);
    }

    /** A client that sends no proper body, or has gone, is no failure of the application's, which may have wrapped it. */
    public void log(WebRequest request, Throwable failure) {
        IOException fault = fault(failure);
        if (fault == null) {
            ContainerLog.LOG.requestFailed(request.getMethod(), request.getRequestURI(), application, failure);
        } else {
            ContainerLog.LOG.debugf(
                    failure, "%s was ended by its client: %s", request.getRequestURI(), fault.getMessage());
        }
    }

    /** Returns what the client did that made a request fail; null where it was not the client. */
    private static @Nullable IOException fault(Throwable failure) {
        int depth = 0;
        for (Throwable t = failure; t != null && depth < MOST_CAUSES; t = t.getCause()) {
            if (t instanceof ClientGoneException || t instanceof RequestBodyException) {
                return (IOException) t;
            }
            depth++;
        }
        return null;
    }

    /** Answers a request whose changes of its session are lost: not as if they were not. */
    public void answerUnkept(WebResponse response, Throwable why) {
        // Too large it would be the next time as well.
        boolean hopeless = why instanceof SessionTooLargeException;
        int status = hopeless ? 500 : 503;
        response.resetForError(status);
        response.setStatus(status);
        if (!hopeless) {
            response.setIntHeader("Retry-After", RETRY_SECONDS);
        }
        try {
            response.plain(StandardErrorPage.html(
                    status,
                    StandardErrorPage.reason(status),
                    "The session could not be kept." + (hopeless ? "" : " Please try again."),
                    null));
        } catch (IOException e) {
            ContainerLog.LOG.debugf(e, "the client has gone before the end of the response");
        }
    }

    /** Returns whether the client's session could not be had. Its store has said so in the log, once. */
    private static boolean sessionUnreachable(Throwable failure) {
        int depth = 0;
        for (Throwable t = failure; t != null && depth < MOST_CAUSES; t = t.getCause()) {
            if (t instanceof SessionUnreachableException) {
                return true;
            }
            depth++;
        }
        return false;
    }

    /** A servlet out of service is a matter of status, 404 or 503 (2.3.3.2), unless there is a page for just this exception. */
    private void answerUnavailable(WebRequest request, WebResponse response, UnavailableException failure) {
        int status = failure.isPermanent() ? 404 : 503;
        response.resetForError(status);
        boolean untilRedeployed = failure instanceof DeployedServlet.Refused refused && refused.untilRedeployed();
        if (!failure.isPermanent() && !untilRedeployed) {
            response.setIntHeader("Retry-After", Math.max(1, failure.getUnavailableSeconds()));
        }
        String page = byException.get(UnavailableException.class.getName());
        page(request, response, status, null, page == null ? null : failure, page == null ? pageFor(status) : page);
    }

    private static int status(Throwable failure, @Nullable Throwable cause) {
        if (failure instanceof RequestFault fault) {
            return fault.status();
        }
        if (cause instanceof RequestFault fault) {
            return fault.status();
        }
        return fault(failure) instanceof RequestBodyException body ? body.status() : 500;
    }

    private @Nullable String pageFor(int status) {
        String page = byStatus.get(status);
        return page == null ? standard : page;
    }

    /** The page of the nearest superclass that has one. */
    private @Nullable String pageFor(Throwable failure) {
        for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
            String page = byException.get(type.getName());
            if (page != null) {
                return page;
            }
        }
        return null;
    }

    private void page(
            WebRequest request,
            WebResponse response,
            int status,
            @Nullable String message,
            @Nullable Throwable failure,
            @Nullable String page) {
        boolean written = false;
        boolean goesOn = false;
        if (page != null) {
            boolean before = request.isAsyncStarted();
            request.setErrorAttributes(status, message, failure);
            response.openForErrorPage();
            try {
                RequestDispatcher dispatcher = context.getRequestDispatcher(page);
                if (dispatcher instanceof Dispatcher own) {
                    own.error(request, response);
                    written = !response.errorPending();
                }
            } catch (IOException | ServletException | RuntimeException | Error e) {
                ContainerLog.LOG.errorPageFailed(page, application, e);
            }
            // A cycle that the page itself has started will answer; one that was there before is what has failed.
            goesOn = !before && request.isAsyncStarted();
        }
        if (!written && !goesOn && !response.headSent()) {
            response.openForErrorPage();
            plain(request, response, status, message, failure);
        }
    }

    private void plain(
            WebRequest request,
            WebResponse response,
            int status,
            @Nullable String message,
            @Nullable Throwable failure) {
        boolean show = development
                && request.exchange().http().remoteAddress().getAddress() != null
                && request.exchange().http().remoteAddress().getAddress().isLoopbackAddress();
        // What an exception says is for the log; what sendError was given is for the client.
        String text = failure == null || show || failure instanceof RequestFault ? message : null;
        String html = StandardErrorPage.html(status, StandardErrorPage.reason(status), text, show ? failure : null);
        try {
            response.resetBuffer();
            response.setStatus(status);
            response.plain(html);
        } catch (IOException e) {
            ContainerLog.LOG.debugf(e, "the client of %s has gone", request.getRequestURI());
        }
    }
}
