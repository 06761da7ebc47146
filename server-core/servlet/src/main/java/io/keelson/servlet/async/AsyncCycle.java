package io.keelson.servlet.async;

import io.keelson.servlet.dispatch.DispatchTarget;
import io.keelson.servlet.dispatch.DispatchedRequest;
import io.keelson.servlet.dispatch.Dispatcher;
import io.keelson.servlet.response.WebResponse;
import io.keelson.servlet.runtime.ContainerContext;
import io.keelson.servlet.server.ContainerLog;
import io.keelson.servlet.server.Timers;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous side of a request: its cycles, and who may work on it.
 *
 * <p>At most one container thread works on the request at a time. Whatever is to happen (a dispatch, the end, a callback of
 * a stream, a time-out) waits until it has returned, and is then done by that thread, or by a new one from the work manager
 * where none is there. This is what the specification asks for of {@code complete} and {@code dispatch} that are called
 * early, and what keeps callbacks from overtaking one another. The fields are guarded by {@code lock}; the application's
 * code is never called with it held.
 *
 * <p>Specification: Servlet 6.1, 2.3.3.3 Asynchronous processing.
 */
public final class AsyncCycle {
    private static final long DEFAULT_TIMEOUT_MILLIS = 30_000;

    private final AsyncExchange exchange;
    private final ReentrantLock lock = new ReentrantLock();
    private final AsyncView view;
    private @Nullable Queue<Runnable> callbacks;
    private @Nullable AsyncListeners listeners;
    private Asked asked = Asked.NOTHING;
    private @Nullable DispatchTarget target;
    private @Nullable ServletRequest request;
    private @Nullable ServletResponse response;
    private boolean given;
    /** The one whose part of the request has started the cycle: what is dispatched by path is dispatched there. */
    private ContainerContext application;

    private @Nullable ContainerContext targetApplication;
    private ContainerContext lastApplication;
    private String lastUri;
    private String lastPath;
    private boolean busy = true;
    private boolean returned;
    private boolean started;
    private boolean finished;
    private int cycle;
    private long timeoutMillis = DEFAULT_TIMEOUT_MILLIS;
    private Timers.@Nullable Timer timer;

    private enum Asked {
        NOTHING,
        COMPLETE,
        DISPATCH
    }

    /** Makes the asynchronous side of an exchange, none of whose cycles has begun. */
    public AsyncCycle(AsyncExchange exchange) {
        this.exchange = exchange;
        this.view = new AsyncView(exchange, this);
        this.application = exchange.runtime().context();
        this.lastApplication = application;
        this.lastUri = exchange.request().getRequestURI();
        this.lastPath = exchange.request().pathInContext();
    }

    // ---- what the application calls

    /** Starts a cycle; {@code wasGiven} says whether the application gave the request and the response. */
    public void start(ServletRequest asRequest, ServletResponse asResponse, boolean wasGiven) {
        AsyncListeners before;
        lock.lock();
        try {
            if (finished || started || returned) {
                throw new IllegalStateException("asynchronous processing has been started already, or the request's"
                        + " dispatch has returned to the container");
            }
            if (cycle == 0) {
                exchange.whenGone(() -> submit(this::peerGone));
                exchange.runtime().gate().waits(exchange);
            }
            cycle++;
            started = true;
            if (wasGiven || !given) {
                // What was given once stays: that of a later call without arguments too.
                request = asRequest;
                response = asResponse;
                given = wasGiven;
                application = applicationOf(asRequest);
            }
            timeoutMillis = DEFAULT_TIMEOUT_MILLIS;
            before = listeners;
            listeners = null;
        } finally {
            lock.unlock();
        }
        tell(before, null, AsyncListener::onStartAsync);
    }

    /** The asynchronous context of the application. */
    public AsyncView view() {
        return view;
    }

    private ContainerContext applicationOf(ServletRequest started) {
        ServletRequest inner = started;
        while (inner instanceof ServletRequestWrapper wrapper && !(inner instanceof DispatchedRequest)) {
            inner = wrapper.getRequest();
        }
        return inner instanceof DispatchedRequest dispatched
                ? dispatched.application().context()
                : exchange.runtime().context();
    }

    void complete() {
        ask(Asked.COMPLETE, null, null);
    }

    void dispatch(ContainerContext to, DispatchTarget path) {
        ask(Asked.DISPATCH, path, to);
    }

    /** Dispatches to where the container dispatched the request to last. */
    void dispatchAgain() {
        DispatchTarget path;
        ContainerContext to;
        lock.lock();
        try {
            path = new DispatchTarget(lastUri, lastPath, null);
            to = lastApplication;
        } finally {
            lock.unlock();
        }
        dispatch(to, path);
    }

    /** The application that has started the cycle. */
    ContainerContext application() {
        lock.lock();
        try {
            return application;
        } finally {
            lock.unlock();
        }
    }

    /** The request that the application gave to {@code startAsync}; null where it gave none. */
    @Nullable
    HttpServletRequest given() {
        lock.lock();
        try {
            return given && request instanceof HttpServletRequest http ? http : null;
        } finally {
            lock.unlock();
        }
    }

    private void ask(Asked what, @Nullable DispatchTarget to, @Nullable ContainerContext of) {
        boolean run;
        lock.lock();
        try {
            if (finished || !started || asked != Asked.NOTHING) {
                throw new IllegalStateException("the asynchronous cycle is over: it has been completed or dispatched");
            }
            asked = what;
            target = to;
            targetApplication = of;
            cancelTimer();
            run = !busy;
            busy = true;
        } finally {
            lock.unlock();
        }
        if (run) {
            handOver();
        }
    }

    void add(AsyncListener listener, @Nullable ServletRequest of, @Nullable ServletResponse to) {
        lock.lock();
        try {
            checkBeforeReturn("a listener can be added");
            AsyncListeners known = listeners;
            if (known == null) {
                known = new AsyncListeners();
                listeners = known;
            }
            known.add(listener, of == null ? request : of, to == null ? response : to);
        } finally {
            lock.unlock();
        }
    }

    private void checkBeforeReturn(String what) {
        if (finished || !started || returned) {
            throw new IllegalStateException(
                    what + " only until the dispatch that started the cycle has returned to the container");
        }
    }

    void timeout(long millis) {
        lock.lock();
        try {
            checkBeforeReturn("the time-out can be set");
            timeoutMillis = millis;
        } finally {
            lock.unlock();
        }
    }

    long timeout() {
        lock.lock();
        try {
            return timeoutMillis;
        } finally {
            lock.unlock();
        }
    }

    ServletRequest request() {
        lock.lock();
        try {
            ServletRequest known = request;
            checkGoingOn();
            return Objects.requireNonNull(known);
        } finally {
            lock.unlock();
        }
    }

    ServletResponse response() {
        lock.lock();
        try {
            ServletResponse known = response;
            checkGoingOn();
            return Objects.requireNonNull(known);
        } finally {
            lock.unlock();
        }
    }

    private void checkGoingOn() {
        if (finished || !started || asked != Asked.NOTHING) {
            throw new IllegalStateException("the asynchronous cycle is over: it has been completed or dispatched");
        }
    }

    // ---- what the container looks at and calls

    /** Returns whether a cycle has begun and not ended. */
    public boolean started() {
        lock.lock();
        try {
            return started && !finished;
        } finally {
            lock.unlock();
        }
    }

    /** {@code isAsyncStarted}: what was asked for early shows when the dispatch has returned. */
    public boolean visiblyStarted() {
        lock.lock();
        try {
            return started && !finished && (asked == Asked.NOTHING || !returned);
        } finally {
            lock.unlock();
        }
    }

    /** The container's dispatch has returned on this thread, which goes on with what is to be done. */
    public void dispatchReturned(@Nullable Throwable failure) {
        if (failure != null) {
            failed(failure);
        }
        work();
    }

    /** Runs a callback when no container thread is at work; on a new one where none is. Any thread. */
    public void submit(Runnable callback) {
        lock.lock();
        try {
            if (finished) {
                return;
            }
            Queue<Runnable> waiting = callbacks;
            if (waiting == null) {
                waiting = new ArrayDeque<>(2);
                callbacks = waiting;
            }
            waiting.add(callback);
            if (busy) {
                return;
            }
            busy = true;
        } finally {
            lock.unlock();
        }
        handOver();
    }

    private void handOver() {
        exchange.later(() -> exchange.turn(this::work));
    }

    private void work() {
        for (Runnable step = next(); step != null; step = next()) {
            step.run();
        }
    }

    private @Nullable Runnable next() {
        lock.lock();
        try {
            if (finished) {
                return null;
            }
            if (asked == Asked.DISPATCH) {
                DispatchTarget to = Objects.requireNonNull(target);
                ContainerContext there = Objects.requireNonNull(targetApplication);
                ServletRequest of = Objects.requireNonNull(request);
                ServletResponse into = Objects.requireNonNull(response);
                asked = Asked.NOTHING;
                started = false;
                returned = false;
                return () -> dispatch(there, to, of, into);
            }
            if (asked == Asked.COMPLETE || !started) {
                finished = true;
                cancelTimer();
                return this::end;
            }
            Runnable callback = callbacks == null ? null : callbacks.poll();
            if (callback != null) {
                return () -> callBack(callback);
            }
            busy = false;
            if (!returned) {
                returned = true;
                startTimer();
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void startTimer() {
        if (timeoutMillis > 0) {
            int of = cycle;
            timer = exchange.runtime()
                    .server()
                    .timers()
                    .after(Duration.ofMillis(timeoutMillis), () -> submit(() -> timedOut(of)));
        }
    }

    private void cancelTimer() {
        Timers.Timer running = timer;
        timer = null;
        if (running != null) {
            running.cancel();
        }
    }

    private void callBack(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException | Error e) {
            ContainerLog.LOG.asyncFailed(exchange.runtime().name(), e);
            failed(e);
        }
    }

    private void dispatch(ContainerContext there, DispatchTarget to, ServletRequest of, ServletResponse into) {
        lastApplication = there;
        lastUri = to.uri();
        lastPath = to.path();
        exchange.request().asyncSupported(true);
        try {
            new Dispatcher(there, to).async(of, into);
        } catch (IOException | ServletException | RuntimeException | Error e) {
            failed(e);
        }
    }

    /** An exception left a dispatch or callback (2.3.3.3): listeners first, then the error page, then the end. */
    private void failed(Throwable failure) {
        AsyncListeners told = openForAnswer();
        tell(told, failure, AsyncListener::onError);
        if (undecided()) {
            exchange.errorPages().answer(exchange.request(), exchange.response(), failure);
            completeUnlessAsked();
        } else {
            exchange.errorPages().log(exchange.request(), failure);
        }
    }

    /** Returns which cycle it is, counted from 1. */
    int number() {
        lock.lock();
        try {
            return cycle;
        } finally {
            lock.unlock();
        }
    }

    /** An exception left a task that the application had run in a cycle: nobody else would end that before its time-out. */
    void taskFailed(int of, Throwable failure) {
        submit(() -> {
            if (isOpen(of)) {
                failed(failure);
            }
        });
    }

    private boolean isOpen(int of) {
        lock.lock();
        try {
            return of == cycle && started && asked == Asked.NOTHING;
        } finally {
            lock.unlock();
        }
    }

    private void timedOut(int of) {
        if (!isOpen(of)) {
            return;
        }
        tell(openForAnswer(), null, AsyncListener::onTimeout);
        if (undecided()) {
            WebResponse own = exchange.response();
            if (!own.isCommitted()) {
                try {
                    own.sendError(500, "The request took longer than its time-out.");
                } catch (IOException e) {
                    ContainerLog.LOG.debugf(e, "the client has gone");
                }
            } else if (own.unfinished()) {
                // Ended properly it would be taken for the whole.
                exchange.abort(new IOException("the request took longer than its time-out, and has no whole response"));
            }
            exchange.errorPages().answer(exchange.request(), own, null);
            completeUnlessAsked();
        }
    }

    private void peerGone() {
        IOException gone = new IOException("the client has closed the connection");
        exchange.response().release();
        AsyncListeners told = openForAnswer();
        // First those who wait for the streams: they may have no other listener that lets go of what they hold.
        safely(() -> exchange.request().gone(gone));
        safely(() -> exchange.response().gone(gone));
        tell(told, gone, AsyncListener::onError);
        completeUnlessAsked();
    }

    private void safely(Runnable listener) {
        try {
            listener.run();
        } catch (RuntimeException | LinkageError e) {
            ContainerLog.LOG.asyncFailed(exchange.runtime().name(), e);
        }
    }

    /** Lets listeners and error pages call complete or dispatch, also where the failed dispatch had not started a cycle. */
    private @Nullable AsyncListeners openForAnswer() {
        lock.lock();
        try {
            started = true;
            return listeners;
        } finally {
            lock.unlock();
        }
    }

    private boolean undecided() {
        lock.lock();
        try {
            return asked == Asked.NOTHING && !finished;
        } finally {
            lock.unlock();
        }
    }

    private void completeUnlessAsked() {
        lock.lock();
        try {
            if (asked == Asked.NOTHING) {
                asked = Asked.COMPLETE;
            }
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        WebResponse own = exchange.response();
        exchange.errorPages().answer(exchange.request(), own, null);
        tell(listeners, null, AsyncListener::onComplete);
        exchange.finish();
    }

    private void tell(
            @Nullable AsyncListeners told, @Nullable Throwable failure, AsyncListeners.Notification notification) {
        if (told != null) {
            told.tell(view, exchange.runtime().name(), failure, notification);
        }
    }
}
