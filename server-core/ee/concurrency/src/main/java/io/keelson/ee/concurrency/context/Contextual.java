package io.keelson.ee.concurrency.context;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Functions that run in a captured context. */
interface Contextual {
    /** A runnable. */
    record OfRunnable(CapturedContext context, Runnable body) implements Runnable, Contextual {
        @Override
        public void run() {
            context.run(body);
        }
    }

    /** A callable. */
    record OfCallable<R>(CapturedContext context, Callable<R> body) implements Callable<R>, Contextual {
        @Override
        public R call() throws Exception {
            return context.call(body);
        }
    }

    /** A supplier. */
    record OfSupplier<R>(CapturedContext context, Supplier<R> body) implements Supplier<R>, Contextual {
        @Override
        public R get() {
            return apply(context, body);
        }
    }

    /** A function. */
    record OfFunction<T, R>(CapturedContext context, Function<T, R> body) implements Function<T, R>, Contextual {
        @Override
        public R apply(T argument) {
            return Contextual.<R>apply(context, () -> body.apply(argument));
        }
    }

    /** A function of two arguments. */
    record OfBiFunction<T, U, R>(CapturedContext context, BiFunction<T, U, R> body)
            implements BiFunction<T, U, R>, Contextual {
        @Override
        public R apply(T one, U other) {
            return Contextual.<R>apply(context, () -> body.apply(one, other));
        }
    }

    /** A consumer. */
    record OfConsumer<T>(CapturedContext context, Consumer<T> body) implements Consumer<T>, Contextual {
        @Override
        public void accept(T argument) {
            context.run(() -> body.accept(argument));
        }
    }

    /** A consumer of two arguments. */
    record OfBiConsumer<T, U>(CapturedContext context, BiConsumer<T, U> body) implements BiConsumer<T, U>, Contextual {
        @Override
        public void accept(T one, U other) {
            context.run(() -> body.accept(one, other));
        }
    }

    /** A subscriber. */
    class OfSubscriber<T> implements Flow.Subscriber<T>, Contextual {
        private final CapturedContext context;
        private final Flow.Subscriber<? super T> body;

        OfSubscriber(CapturedContext context, Flow.Subscriber<? super T> body) {
            this.context = context;
            this.body = body;
        }

        CapturedContext context() {
            return context;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            context.run(() -> body.onSubscribe(subscription));
        }

        @Override
        public void onNext(T item) {
            context.run(() -> body.onNext(item));
        }

        @Override
        public void onError(Throwable cause) {
            context.run(() -> body.onError(cause));
        }

        @Override
        public void onComplete() {
            context.run(body::onComplete);
        }
    }

    /** A processor. */
    final class OfProcessor<T, R> extends OfSubscriber<T> implements Flow.Processor<T, R> {
        private final Flow.Processor<T, R> body;

        OfProcessor(CapturedContext context, Flow.Processor<T, R> body) {
            super(context, body);
            this.body = body;
        }

        @Override
        public void subscribe(Flow.@Nullable Subscriber<? super R> subscriber) {
            context().run(() -> body.subscribe(subscriber));
        }
    }

    private static <R> R apply(CapturedContext context, Supplier<R> body) {
        try {
            return context.call(body::get);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) { // a supplier throws none
            throw new CompletionException(e);
        }
    }
}
