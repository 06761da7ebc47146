package io.keelson.jms.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AheadTest {
    private static final String THREAD = "test: ahead";

    private static void numbers(Ahead.Taker<Integer> to, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            to.take(i);
        }
    }

    @Test
    void takesAllInOrder() throws Exception {
        for (String thread : new String[] {THREAD, null}) {
            List<Integer> taken = new ArrayList<>();
            AtomicReference<Thread> maker = new AtomicReference<>();
            Ahead.run(
                    thread,
                    to -> {
                        maker.set(Thread.currentThread());
                        numbers(to, 1000);
                    },
                    (Integer each) -> {
                        assertThat(each).isEqualTo(taken.size());
                        taken.add(each);
                    });
            assertThat(taken).hasSize(1000);
            assertThat(maker.get() == Thread.currentThread()).isEqualTo(thread == null);
        }
    }

    @Test
    void failsAsTheMakerOrTheTakerDoes() {
        for (String thread : new String[] {THREAD, null}) {
            List<Integer> taken = new ArrayList<>();
            assertThatThrownBy(() -> Ahead.<Integer>run(
                            thread,
                            to -> {
                                numbers(to, 10);
                                throw new IOException("damaged");
                            },
                            taken::add))
                    .isInstanceOf(IOException.class)
                    .hasMessage("damaged");
            assertThat(taken).hasSize(10);
            assertThatThrownBy(() -> Ahead.<Integer>run(
                            thread,
                            to -> {
                                throw new IllegalStateException("a fault");
                            },
                            taken::add))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> Ahead.<Integer>run(thread, to -> numbers(to, 1000), each -> {
                        throw new IOException("refused");
                    }))
                    .hasMessage("refused");
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .as("the maker ends with its taker")
                .noneMatch(each -> each.getName().equals(THREAD));
    }
}
