package io.keelson.ee.concurrency.context;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A completable future of a managed executor or a context service: actions of the stages that depend on it run in the context of who adds
 * them, and asynchronous ones on the executor. Thread-safe.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 3.1 ManagedExecutorService, Completion stages; 3.3 ContextService.
 *
 * @param <T> the type of the result
 */
public final class ManagedFuture<T> extends CompletableFuture<T> {
    private final ModuleContextService contexts;
    private final Executor asynchronous;
    private final boolean stageOnly;

    private ManagedFuture(ModuleContextService contexts, Executor asynchronous, boolean stageOnly) {
        this.contexts = contexts;
        this.asynchronous = asynchronous;
        this.stageOnly = stageOnly;
    }

    /**
     * Makes one that is not complete.
     *
     * @param asynchronous runs asynchronous actions, without a context of its own
     */
    public ManagedFuture(ModuleContextService contexts, Executor asynchronous) {
        this(contexts, asynchronous, false);
    }

    /**
     * Makes one that completes as another stage does.
     *
     * @param stageOnly true if its methods beside those of {@code CompletionStage} are refused
     */
    public static <T> ManagedFuture<T> copyOf(
            CompletionStage<T> stage, ModuleContextService contexts, Executor asynchronous, boolean stageOnly) {
        ManagedFuture<T> copy = new ManagedFuture<>(contexts, asynchronous, stageOnly);
        if (stage instanceof ManagedFuture<T> own) {
            own.watch(copy::settle);
        } else {
            stage.whenComplete(copy::settle);
        }
        return copy;
    }

    /** Calls the server's own code, which needs no context and runs after the end of the module, too. */
    private void watch(BiConsumer<? super T, ? super Throwable> action) {
        super.whenComplete(action);
    }

    /** Completes it with a result or, where the cause is not null, with that. */
    @SuppressWarnings("NullAway") // the caller's functions have no null annotations
    public void settle(T result, Throwable cause) {
        if (cause == null) {
            super.complete(result);
        } else {
            super.completeExceptionally(cause);
        }
    }

    /** Runs an action on its executor and completes with what it returns; capture has been done by the caller. */
    public ManagedFuture<T> begin(Supplier<T> action) {
        super.completeAsync(action, asynchronous);
        return this;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new ManagedFuture<>(contexts, asynchronous, stageOnly);
    }

    @Override
    public Executor defaultExecutor() {
        return asynchronous;
    }

    @Override
    public CompletableFuture<T> copy() {
        return copyOf(this, contexts, asynchronous, stageOnly);
    }

    @Override
    public CompletionStage<T> minimalCompletionStage() {
        return copyOf(this, contexts, asynchronous, true);
    }

    @Override
    public CompletableFuture<T> toCompletableFuture() {
        return stageOnly ? copyOf(this, contexts, asynchronous, false) : this;
    }

    private void onlyWhole() {
        if (stageOnly) {
            throw new UnsupportedOperationException(
                    "this is a completion stage without the methods of a future; call toCompletableFuture() first");
        }
    }

    @Override
    public String toString() {
        return "ManagedFuture of " + contexts.module() + (super.isDone() ? " (completed)" : " (not completed)");
    }

    // ---- actions in the context of who adds them -------------------------------------------------------------------

    @SuppressWarnings("unchecked") // a contextual function has the type of its function
    private <A, R> Function<A, R> wrap(Function<? super A, ? extends R> action) {
        return action instanceof Contextual
                ? (Function<A, R>) action
                : contexts.contextualFunction((Function<A, R>) action);
    }

    @SuppressWarnings("unchecked")
    private <A, B, R> BiFunction<A, B, R> wrap(BiFunction<? super A, ? super B, ? extends R> action) {
        return action instanceof Contextual
                ? (BiFunction<A, B, R>) action
                : contexts.contextualFunction((BiFunction<A, B, R>) action);
    }

    @SuppressWarnings("unchecked")
    private <A> Consumer<A> wrap(Consumer<? super A> action) {
        return action instanceof Contextual ? (Consumer<A>) action : contexts.contextualConsumer((Consumer<A>) action);
    }

    @SuppressWarnings("unchecked")
    private <A, B> BiConsumer<A, B> wrap(BiConsumer<? super A, ? super B> action) {
        return action instanceof Contextual
                ? (BiConsumer<A, B>) action
                : contexts.contextualConsumer((BiConsumer<A, B>) action);
    }

    private Runnable wrap(Runnable action) {
        return action instanceof Contextual ? action : contexts.contextualRunnable(action);
    }

    @SuppressWarnings("unchecked")
    private <R> Supplier<R> wrap(Supplier<? extends R> action) {
        return action instanceof Contextual ? (Supplier<R>) action : contexts.contextualSupplier((Supplier<R>) action);
    }

    @Override
    public <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> action) {
        return super.thenApply(wrap(action));
    }

    @Override
    public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> action) {
        return super.thenApplyAsync(wrap(action));
    }

    @Override
    public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> action, Executor executor) {
        return super.thenApplyAsync(wrap(action), executor);
    }

    @Override
    public CompletableFuture<Void> thenAccept(Consumer<? super T> action) {
        return super.thenAccept(wrap(action));
    }

    @Override
    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> action) {
        return super.thenAcceptAsync(wrap(action));
    }

    @Override
    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> action, Executor executor) {
        return super.thenAcceptAsync(wrap(action), executor);
    }

    @Override
    public CompletableFuture<Void> thenRun(Runnable action) {
        return super.thenRun(wrap(action));
    }

    @Override
    public CompletableFuture<Void> thenRunAsync(Runnable action) {
        return super.thenRunAsync(wrap(action));
    }

    @Override
    public CompletableFuture<Void> thenRunAsync(Runnable action, Executor executor) {
        return super.thenRunAsync(wrap(action), executor);
    }

    @Override
    public <U, V> CompletableFuture<V> thenCombine(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> action) {
        return super.thenCombine(other, wrap(action));
    }

    @Override
    public <U, V> CompletableFuture<V> thenCombineAsync(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> action) {
        return super.thenCombineAsync(other, wrap(action));
    }

    @Override
    public <U, V> CompletableFuture<V> thenCombineAsync(
            CompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> action,
            Executor executor) {
        return super.thenCombineAsync(other, wrap(action), executor);
    }

    @Override
    public <U> CompletableFuture<Void> thenAcceptBoth(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        return super.thenAcceptBoth(other, wrap(action));
    }

    @Override
    public <U> CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        return super.thenAcceptBothAsync(other, wrap(action));
    }

    @Override
    public <U> CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action, Executor executor) {
        return super.thenAcceptBothAsync(other, wrap(action), executor);
    }

    @Override
    public CompletableFuture<Void> runAfterBoth(CompletionStage<?> other, Runnable action) {
        return super.runAfterBoth(other, wrap(action));
    }

    @Override
    public CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action) {
        return super.runAfterBothAsync(other, wrap(action));
    }

    @Override
    public CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action, Executor executor) {
        return super.runAfterBothAsync(other, wrap(action), executor);
    }

    @Override
    public <U> CompletableFuture<U> applyToEither(CompletionStage<? extends T> other, Function<? super T, U> action) {
        return super.applyToEither(other, wrap(action));
    }

    @Override
    public <U> CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> action) {
        return super.applyToEitherAsync(other, wrap(action));
    }

    @Override
    public <U> CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> action, Executor executor) {
        return super.applyToEitherAsync(other, wrap(action), executor);
    }

    @Override
    public CompletableFuture<Void> acceptEither(CompletionStage<? extends T> other, Consumer<? super T> action) {
        return super.acceptEither(other, wrap(action));
    }

    @Override
    public CompletableFuture<Void> acceptEitherAsync(CompletionStage<? extends T> other, Consumer<? super T> action) {
        return super.acceptEitherAsync(other, wrap(action));
    }

    @Override
    public CompletableFuture<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> action, Executor executor) {
        return super.acceptEitherAsync(other, wrap(action), executor);
    }

    @Override
    public CompletableFuture<Void> runAfterEither(CompletionStage<?> other, Runnable action) {
        return super.runAfterEither(other, wrap(action));
    }

    @Override
    public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action) {
        return super.runAfterEitherAsync(other, wrap(action));
    }

    @Override
    public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action, Executor executor) {
        return super.runAfterEitherAsync(other, wrap(action), executor);
    }

    @Override
    public <U> CompletableFuture<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> action) {
        return super.thenCompose(wrap(action));
    }

    @Override
    public <U> CompletableFuture<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> action) {
        return super.thenComposeAsync(wrap(action));
    }

    @Override
    public <U> CompletableFuture<U> thenComposeAsync(
            Function<? super T, ? extends CompletionStage<U>> action, Executor executor) {
        return super.thenComposeAsync(wrap(action), executor);
    }

    @Override
    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
        return super.whenComplete(wrap(action));
    }

    @Override
    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action) {
        return super.whenCompleteAsync(wrap(action));
    }

    @Override
    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action, Executor executor) {
        return super.whenCompleteAsync(wrap(action), executor);
    }

    @Override
    public <U> CompletableFuture<U> handle(BiFunction<? super T, Throwable, ? extends U> action) {
        return super.handle(wrap(action));
    }

    @Override
    public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> action) {
        return super.handleAsync(wrap(action));
    }

    @Override
    public <U> CompletableFuture<U> handleAsync(
            BiFunction<? super T, Throwable, ? extends U> action, Executor executor) {
        return super.handleAsync(wrap(action), executor);
    }

    @Override
    public CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> action) {
        return super.exceptionally(wrap(action));
    }

    @Override
    public CompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> action) {
        return super.exceptionallyAsync(wrap(action));
    }

    @Override
    public CompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> action, Executor executor) {
        return super.exceptionallyAsync(wrap(action), executor);
    }

    @Override
    public CompletableFuture<T> exceptionallyCompose(Function<Throwable, ? extends CompletionStage<T>> action) {
        return super.exceptionallyCompose(wrap(action));
    }

    @Override
    public CompletableFuture<T> exceptionallyComposeAsync(Function<Throwable, ? extends CompletionStage<T>> action) {
        return super.exceptionallyComposeAsync(wrap(action));
    }

    @Override
    public CompletableFuture<T> exceptionallyComposeAsync(
            Function<Throwable, ? extends CompletionStage<T>> action, Executor executor) {
        return super.exceptionallyComposeAsync(wrap(action), executor);
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> action) {
        return super.completeAsync(wrap(action));
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> action, Executor executor) {
        return super.completeAsync(wrap(action), executor);
    }

    // ---- not for those that are a stage only -----------------------------------------------------------------------

    @Override
    public boolean complete(T value) {
        onlyWhole();
        return super.complete(value);
    }

    @Override
    public boolean completeExceptionally(Throwable cause) {
        onlyWhole();
        return super.completeExceptionally(cause);
    }

    @Override
    public boolean cancel(boolean interrupt) {
        onlyWhole();
        return super.cancel(interrupt);
    }

    @Override
    public void obtrudeValue(T value) {
        onlyWhole();
        super.obtrudeValue(value);
    }

    @Override
    public void obtrudeException(Throwable cause) {
        onlyWhole();
        super.obtrudeException(cause);
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        onlyWhole();
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        onlyWhole();
        return super.get(timeout, unit);
    }

    @Override
    public T getNow(T absent) {
        onlyWhole();
        return super.getNow(absent);
    }

    @Override
    public T join() {
        onlyWhole();
        return super.join();
    }

    @Override
    public boolean isDone() {
        onlyWhole();
        return super.isDone();
    }

    @Override
    public boolean isCancelled() {
        onlyWhole();
        return super.isCancelled();
    }

    @Override
    public boolean isCompletedExceptionally() {
        onlyWhole();
        return super.isCompletedExceptionally();
    }

    @Override
    public int getNumberOfDependents() {
        onlyWhole();
        return super.getNumberOfDependents();
    }

    @Override
    public CompletableFuture<T> orTimeout(long timeout, TimeUnit unit) {
        onlyWhole();
        return super.orTimeout(timeout, unit);
    }

    @Override
    public CompletableFuture<T> completeOnTimeout(T value, long timeout, TimeUnit unit) {
        onlyWhole();
        return super.completeOnTimeout(value, timeout, unit);
    }
}
