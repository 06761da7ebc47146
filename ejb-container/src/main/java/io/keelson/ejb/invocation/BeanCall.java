package io.keelson.ejb.invocation;

import io.keelson.ejb.model.BeanMethod;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One call of a bean on its way through the pipeline. Confined to its thread. */
public class BeanCall {
    private static final Object[] NONE = {};

    private final BeanMethod method;
    private final @Nullable Object[] arguments;
    private final ClientKind client;
    private final @Nullable Object key;
    private @Nullable BeanInstance instance;

    /**
     * Makes a call.
     *
     * @param key the identity of the stateful bean that is called; null for other kinds
     */
    public BeanCall(BeanMethod method, @Nullable Object[] arguments, ClientKind client, @Nullable Object key) {
        this.method = method;
        this.arguments = arguments;
        this.client = client;
        this.key = key;
    }

    /**
     * Makes the call of a time-out method.
     *
     * @param timer the {@code jakarta.ejb.Timer} that is due
     * @param key the primary key of the entity object that has it; null for other beans
     * @param mayCommit asked before the commit of a transaction that is begun for the call
     */
    public static BeanCall timeout(BeanMethod method, Object timer, @Nullable Object key, BooleanSupplier mayCommit) {
        boolean told = method.method().getParameterCount() == 1;
        return new Timeout(method, told ? new Object[] {timer} : new Object[0], key, timer, mayCommit);
    }

    /**
     * Makes a call that a generated object makes on the instance, and which may be used again for another one when it has ended.
     *
     * @param function calls the method on an instance, and keeps its result to itself
     */
    public static BeanCall direct(BeanMethod method, UnaryOperator<Object> function) {
        return new Direct(method, function);
    }

    /** A call without an array of arguments. */
    private static final class Direct extends BeanCall {
        private final UnaryOperator<Object> function;

        Direct(BeanMethod method, UnaryOperator<Object> function) {
            super(method, NONE, ClientKind.LOCAL, null);
            this.function = function;
        }

        @Override
        UnaryOperator<Object> function() {
            return function;
        }

        @Override
        public Object[] arguments() {
            throw new IllegalStateException("a direct call of " + method() + " has its arguments to itself");
        }
    }

    /** The call of a time-out method. Other calls, which are the most, do without what only this one has. */
    private static final class Timeout extends BeanCall {
        private final Object timer;
        private final BooleanSupplier mayCommit;
        private boolean rolledBack;

        Timeout(
                BeanMethod method,
                @Nullable Object[] arguments,
                @Nullable Object key,
                Object timer,
                BooleanSupplier mayCommit) {
            super(method, arguments, ClientKind.TIMER, key);
            this.timer = timer;
            this.mayCommit = mayCommit;
        }

        @Override
        boolean mayCommit() {
            return mayCommit.getAsBoolean();
        }

        @Override
        public Object timer() {
            return timer;
        }

        @Override
        public boolean rolledBack() {
            return rolledBack;
        }

        @Override
        void markRolledBack() {
            rolledBack = true;
        }
    }

    /** Returns false if a transaction that was begun for the call must not commit: the timer belongs to another server by now. */
    boolean mayCommit() {
        return true;
    }

    /** Returns the function that calls the method directly on an instance; null where handles and interceptors do. */
    @Nullable
    UnaryOperator<Object> function() {
        return null;
    }

    /** Makes a direct call that has ended forget the instance, so that it can be used again. */
    public void ended() {
        instance = null;
    }

    /** Returns the method that is called. */
    public BeanMethod method() {
        return method;
    }

    /** Returns the arguments. */
    public @Nullable Object[] arguments() {
        return arguments;
    }

    /** Returns the origin of the call. */
    public ClientKind client() {
        return client;
    }

    /** Returns the identity of the stateful bean, or the primary key of the entity object; null for other kinds. */
    public @Nullable Object key() {
        return key;
    }

    /** Returns the timer that is due; null where the call comes from none. */
    public @Nullable Object timer() {
        return null;
    }

    /** Returns true if the transaction that was begun for a call of a timer was rolled back, as the bean has asked for. */
    public boolean rolledBack() {
        return false;
    }

    /** Notes that the call's own transaction was rolled back. */
    void markRolledBack() {}

    /** Returns the instance that serves the call; null before the instance step. */
    public @Nullable BeanInstance instance() {
        return instance;
    }

    /** Says which instance serves the call. */
    void instance(@Nullable BeanInstance serving) {
        instance = serving;
    }
}
