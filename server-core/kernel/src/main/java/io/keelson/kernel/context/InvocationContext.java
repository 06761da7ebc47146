package io.keelson.kernel.context;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Context in which a piece of work runs: its application, class loader, caller and request, and slots that later rooms fill (transaction,
 * {@code java:comp}). One object that is set at each hand-off and put back afterwards; asynchronous work, remote calls and Concurrency save
 * it and restore it elsewhere.
 *
 * <p>An instance belongs to the thread on which it is current. To take it to another thread, take a {@link #copy}.
 *
 * <p>An invocation (a request, a call, a task, a callback) ends where its outermost context is left. What is then still in a
 * {@linkplain Slot#ofInvocation slot of the invocation}, as a transaction that nobody completed, is handed to the room that owns the slot.
 */
public final class InvocationContext {
    private static final ThreadLocal<InvocationContext> FOREIGN = new ThreadLocal<>();
    private static final @Nullable Object[] NO_SLOTS = {};
    private static final ClassLoader SERVER = InvocationContext.class.getClassLoader();

    private final @Nullable String application;
    private final ClassLoader classLoader;
    private final long requestId;
    private @Nullable Caller caller;
    private @Nullable Object[] slots = NO_SLOTS;
    private boolean bare;
    private boolean holdsOfInvocation;

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
        if (previous != null && previous.holdsOfInvocation && previous != next) {
            next.takeOfInvocation(previous);
        }
        set(next);
        Thread.currentThread().setContextClassLoader(next.classLoader);
        return previous;
    }

    /** Puts back what {@link #enter} returned. Where that was null, {@code loader} becomes the context class loader. */
    public static void exit(@Nullable InvocationContext previous, @Nullable ClassLoader loader) {
        InvocationContext ending = current();
        if (ending != null && ending.holdsOfInvocation && ending != previous) {
            ending.hand(previous);
        }
        set(previous);
        Thread.currentThread().setContextClassLoader(previous == null ? loader : previous.classLoader);
    }

    /**
     * Returns the context of the calling thread. Outside of any it puts a bare one in place, of no application and with the thread's
     * context class loader, which {@link #leaveBare} or the end of the thread's work removes.
     */
    public static InvocationContext currentOrBare() {
        InvocationContext current = current();
        if (current == null) {
            current = new InvocationContext(
                    null, Objects.requireNonNullElse(Thread.currentThread().getContextClassLoader(), SERVER), 0);
            current.bare = true;
            set(current);
        }
        return current;
    }

    /** Removes a context that {@link #currentOrBare} put in place; any other stays. */
    public static void leaveBare() {
        InvocationContext current = current();
        if (current != null && current.bare) {
            set(null);
        }
    }

    /** Ends the invocation of the calling thread, whatever contexts it did not leave. Called where a thread has done its work. */
    public static void end() {
        InvocationContext current = current();
        if (current != null) {
            if (current.holdsOfInvocation) {
                current.hand(null);
            }
            set(null);
        }
    }

    /** Hands what belongs to the invocation to the context around this one; without one, to the rooms that own it. */
    private void hand(@Nullable InvocationContext around) {
        if (around == null) {
            Slot.finish(slots);
        } else {
            around.takeOfInvocation(this);
        }
        holdsOfInvocation = false;
        for (int i = 0; i < slots.length; i++) {
            if (Slot.isOfInvocation(i)) {
                slots[i] = null;
            }
        }
    }

    private void takeOfInvocation(InvocationContext from) {
        if (slots.length < from.slots.length) {
            slots = Arrays.copyOf(slots, from.slots.length);
        }
        for (int i = 0; i < from.slots.length; i++) {
            if (Slot.isOfInvocation(i)) {
                slots[i] = from.slots[i];
            }
        }
        holdsOfInvocation = true;
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

    /** Returns who calls; null while nobody has been authenticated. */
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
        if (value != null && Slot.isOfInvocation(slot.index)) {
            holdsOfInvocation = true;
        }
    }

    /**
     * A context for code of another module that this work calls: the same request and caller, and the slots that travel.
     *
     * @param module the name of the module or application
     * @param loader its class loader
     */
    public InvocationContext within(String module, ClassLoader loader) {
        return filled(new InvocationContext(module, loader, requestId));
    }

    /** A context with the same content for another thread. Slots that do not travel are left out. */
    public InvocationContext copy() {
        return filled(new InvocationContext(application, classLoader, requestId));
    }

    private InvocationContext filled(InvocationContext copy) {
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
        private static final @Nullable Consumer<Object>[] ENDINGS = endings();

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

        /**
         * A slot whose value belongs to the invocation of its thread. Contexts that are entered within the invocation have it too, and
         * what they change stays when they are left.
         *
         * @param ending gets a value that is still there when the outermost context is left; must not throw
         */
        @SuppressWarnings("unchecked") // a slot is only ever filled through its own typed key
        public static <T> Slot<T> ofInvocation(Consumer<T> ending) {
            Slot<T> slot = new Slot<>(false);
            ENDINGS[slot.index] = value -> ending.accept((T) value);
            return slot;
        }

        @SuppressWarnings("unchecked") // an array of a generic type can be made in no other way
        private static @Nullable Consumer<Object>[] endings() {
            return (@Nullable Consumer<Object>[]) new Consumer<?>[MOST];
        }

        private static boolean isOfInvocation(int index) {
            return ENDINGS[index] != null;
        }

        private static void finish(@Nullable Object[] values) {
            for (int i = 0; i < values.length; i++) {
                Consumer<Object> ending = ENDINGS[i];
                Object value = values[i];
                if (ending != null && value != null) {
                    ending.accept(value);
                }
            }
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
