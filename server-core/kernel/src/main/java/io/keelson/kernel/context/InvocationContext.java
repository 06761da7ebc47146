package io.keelson.kernel.context;

import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a piece of work runs as: its application, class loader, caller and request, and slots that later rooms fill
 * (transaction, {@code java:comp}). One object that is set at each hand-off and put back afterwards; asynchronous work,
 * remote calls and Concurrency save it and restore it elsewhere.
 *
 * <p>An instance belongs to the thread on which it is current. To take it to another thread, take a {@link #copy}.
 */
public final class InvocationContext {
    private static final ThreadLocal<InvocationContext> FOREIGN = new ThreadLocal<>();
    private static final @Nullable Object[] NO_SLOTS = {};

    private final @Nullable String application;
    private final ClassLoader classLoader;
    private final long requestId;
    private @Nullable Caller caller;
    private @Nullable Object[] slots = NO_SLOTS;

    /**
     * Makes a context.
     *
     * @param application the name of the application; null for the server's own work
     * @param classLoader the context class loader of the work
     * @param requestId the request that the work belongs to; 0 where there is none
     */
    public InvocationContext(@Nullable String application, ClassLoader classLoader, long requestId) {
        this.application = application;
        this.classLoader = classLoader;
        this.requestId = requestId;
    }

    /** The context of the calling thread; null outside of any. */
    public static @Nullable InvocationContext current() {
        return Thread.currentThread() instanceof ContextThread carrier ? carrier.invocationContext() : FOREIGN.get();
    }

    /**
     * Makes {@code next} the calling thread's context and sets the thread's context class loader to match. Hand what it
     * returns to {@link #exit} in a finally block.
     */
    public static @Nullable InvocationContext enter(InvocationContext next) {
        InvocationContext previous = current();
        set(next);
        Thread.currentThread().setContextClassLoader(next.classLoader);
        return previous;
    }

    /** Puts back what {@link #enter} returned. Where that was null, {@code loader} becomes the context class loader. */
    public static void exit(@Nullable InvocationContext previous, @Nullable ClassLoader loader) {
        set(previous);
        Thread.currentThread().setContextClassLoader(previous == null ? loader : previous.classLoader);
    }

    /** Runs a call in this context and puts back the previous one. */
    public <T> T call(Callable<T> body) throws Exception {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        InvocationContext previous = enter(this);
        try {
            return body.call();
        } finally {
            exit(previous, loader);
        }
    }

    private static void set(@Nullable InvocationContext context) {
        if (Thread.currentThread() instanceof ContextThread carrier) {
            carrier.invocationContext(context);
        } else if (context == null) {
            FOREIGN.remove();
        } else {
            FOREIGN.set(context);
        }
    }

    /** The name of the application; null for the server's own work. */
    public @Nullable String application() {
        return application;
    }

    /** The context class loader. */
    public ClassLoader classLoader() {
        return classLoader;
    }

    /** The request that this work belongs to; 0 where there is none. */
    public long requestId() {
        return requestId;
    }

    /** Who calls; null while nobody has been authenticated. */
    public @Nullable Caller caller() {
        return caller;
    }

    /** Sets who calls, after a login or for run-as. */
    public void caller(@Nullable Caller caller) {
        this.caller = caller;
    }

    /** The value of a slot; null where none was set. */
    @SuppressWarnings("unchecked") // a slot is only ever filled through its own typed key
    public <T> @Nullable T get(Slot<T> slot) {
        return slot.index < slots.length ? (T) slots[slot.index] : null;
    }

    /** Sets the value of a slot. */
    public <T> void put(Slot<T> slot, @Nullable T value) {
        if (slot.index >= slots.length) {
            slots = Arrays.copyOf(slots, slot.index + 1);
        }
        slots[slot.index] = value;
    }

    /** A context with the same content for another thread. Slots that do not travel are left out. */
    public InvocationContext copy() {
        InvocationContext copy = new InvocationContext(application, classLoader, requestId);
        copy.caller = caller;
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] != null && Slot.travels(i)) {
                copy.slots = copy.slots.length == 0 ? new Object[slots.length] : copy.slots;
                copy.slots[i] = slots[i];
            }
        }
        return copy;
    }

    /**
     * A place that a room keeps in every context. Made once a room, in a static final field.
     *
     * @param <T> the type of what is kept
     */
    public static final class Slot<T> {
        private static final int MOST = 64;
        private static final AtomicInteger NEXT = new AtomicInteger();
        private static final boolean[] TRAVELS = new boolean[MOST];

        private final int index;

        private Slot(boolean travels) {
            index = NEXT.getAndIncrement();
            if (index >= MOST) {
                throw new IllegalStateException("more than " + MOST + " slots: a slot is made once a room, not a call");
            }
            TRAVELS[index] = travels;
        }

        /** A slot whose value follows the work to other threads. */
        public static <T> Slot<T> travelling() {
            return new Slot<>(true);
        }

        /** A slot whose value stays on the thread that set it, as a transaction does. */
        public static <T> Slot<T> staying() {
            return new Slot<>(false);
        }

        private static boolean travels(int index) {
            return TRAVELS[index];
        }
    }

    /** A thread that carries its context in a field of its own; execute threads do. */
    public interface ContextThread {
        /** The context of this thread. */
        @Nullable
        InvocationContext invocationContext();

        /** Sets the context; called on the thread itself. */
        void invocationContext(@Nullable InvocationContext context);
    }
}
