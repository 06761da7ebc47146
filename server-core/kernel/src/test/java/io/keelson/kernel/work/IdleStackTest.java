package io.keelson.kernel.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class IdleStackTest {
    private static final int THREADS = 8;

    private final AtomicReferenceArray<ExecuteThread> threads = new AtomicReferenceArray<>(THREADS);
    private final IdleStack stack = new IdleStack(threads);

    IdleStackTest() {
        ExecutePool pool = new ExecutePool(
                "test", Ticker.system(), 1, THREADS, sample -> PoolSizer.Decision.NONE); // never started
        for (int i = 0; i < THREADS; i++) {
            threads.set(i, new ExecuteThread(pool, i, "test"));
        }
    }

    @Test
    void givesTheLastFirst() {
        for (int i = 0; i < THREADS; i++) {
            stack.push(threads.get(i));
        }
        assertThat(stack.size()).isEqualTo(THREADS);
        for (int i = THREADS - 1; i >= 0; i--) {
            assertThat(stack.pop()).isSameAs(threads.get(i));
        }
        assertThat(stack.pop()).isNull();
        assertThat(stack.size()).isZero();
    }

    @Test
    void remembersTheFewest() {
        for (int i = 0; i < 5; i++) {
            stack.push(threads.get(i));
        }
        stack.fewestSinceLastAsked();
        ExecuteThread one = stack.pop();
        ExecuteThread two = stack.pop();
        stack.push(two);
        stack.push(one);
        assertThat(stack.fewestSinceLastAsked()).isEqualTo(3);
        assertThat(stack.fewestSinceLastAsked()).isEqualTo(5);
    }

    /** Threads that leave and come back at once are what a stack without versions loses or gives twice. */
    @Test
    void givesEachToOneAtATimeUnderContention() throws Exception {
        AtomicIntegerArray owners = new AtomicIntegerArray(THREADS);
        List<String> wrong = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < THREADS; i++) {
            stack.push(threads.get(i));
        }
        List<Thread> takers = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            takers.add(new Thread(() -> {
                for (int n = 0; n < 300_000; n++) {
                    ExecuteThread one = stack.pop();
                    ExecuteThread other = ThreadLocalRandom.current().nextBoolean() ? stack.pop() : null;
                    release(one, owners, wrong);
                    release(other, owners, wrong);
                }
            }));
        }
        takers.forEach(Thread::start);
        for (Thread taker : takers) {
            taker.join();
        }
        assertThat(wrong).isEmpty();
        assertThat(stack.size()).isEqualTo(THREADS);
    }

    private void release(ExecuteThread thread, AtomicIntegerArray owners, List<String> wrong) {
        if (thread == null) {
            return;
        }
        if (owners.incrementAndGet(thread.number()) != 1) {
            wrong.add(thread.getName());
        }
        owners.decrementAndGet(thread.number());
        stack.push(thread);
    }
}
