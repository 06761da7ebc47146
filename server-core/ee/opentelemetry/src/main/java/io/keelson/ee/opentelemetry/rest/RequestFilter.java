package io.keelson.ee.opentelemetry.rest;

import io.keelson.ee.opentelemetry.sdk.ApplicationTelemetry;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Ends the spans of requests to resources, however these end: filters of REST are not asked about an exception that nobody maps.
 * Stateless.
 */
final class RequestFilter implements Filter {
    private final ApplicationTelemetry telemetry;

    RequestFilter(ApplicationTelemetry telemetry) {
        this.telemetry = telemetry;
    }

    @Override
    public void doFilter(ServletRequest asked, ServletResponse answer, FilterChain chain)
            throws IOException, ServletException {
        if (!(asked instanceof HttpServletRequest request) || !(answer instanceof HttpServletResponse response)) {
            chain.doFilter(asked, answer);
            return;
        }
        FollowedRequest followed = new FollowedRequest(telemetry, request, response);
        request.setAttribute(FollowedRequest.ATTRIBUTE, followed);
        try {
            chain.doFilter(request, response);
        } catch (IOException | ServletException | RuntimeException | Error e) {
            followed.failed(e);
            throw e;
        } finally {
            followed.leave();
            if (!followed.hasBegun() || !isPending(request, followed)) {
                followed.end();
            }
        }
    }

    /** Returns true if the answer comes later; the span then ends with it. */
    private static boolean isPending(HttpServletRequest request, FollowedRequest followed) {
        if (!request.isAsyncStarted()) {
            return false;
        }
        try {
            request.getAsyncContext().addListener(new End(followed));
            return true;
        } catch (IllegalStateException e) { // the answer came in the meantime
            return false;
        }
    }

    /**
     * Ends a request whose answer came later.
     *
     * @param followed the request
     */
    private record End(FollowedRequest followed) implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            followed.end();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            // the answer to that comes, and completes the request
        }

        @Override
        public void onError(AsyncEvent event) {
            followed.failed(event.getThrowable());
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }
    }
}
