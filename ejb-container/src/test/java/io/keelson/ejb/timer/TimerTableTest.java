package io.keelson.ejb.timer;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.ejb.timer.BeanTimer.State;
import jakarta.ejb.Timer;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TimerTableTest {
    private static final TimedBean CLOCK = new TimedBean() {
        @Override
        public String id() {
            return "shop#Clock";
        }

        @Override
        public boolean hasMethod(@Nullable String method) {
            return true;
        }

        @Override
        public boolean fire(@Nullable String method, @Nullable String key, Timer timer, BooleanSupplier mayCommit) {
            return true;
        }

        @Override
        public boolean offer(Runnable work) {
            return true;
        }
    };

    private final TimerTable table = new TimerTable();

    private static TimerRow row(String id, long due) {
        return new TimerRow(id, "shop#Clock", null, null, 0, null, true, due);
    }

    private static BeanTimer timer(TimerRow row) {
        return new BeanTimer(null, CLOCK, row, State.ACTIVE);
    }

    private List<String> merged(TimerTable.Question question, Set<String> present, TimerRow... rows) {
        return table.merge(new TimerStore.Changes(List.of(rows), present), question, TimerTableTest::timer).stream()
                .map(each -> each.row().id())
                .toList();
    }

    private List<String> ids() {
        return table.all().stream().map(each -> each.row().id()).toList();
    }

    @Test
    void rowsOfOtherServersComeAndGo() {
        assertThat(merged(table.ask(), Set.of("a", "b"), row("a", 1), row("b", 1)))
                .containsExactly("a", "b");
        assertThat(merged(table.ask(), Set.of("a", "b"), row("a", 2))).containsExactly("a");
        BeanTimer gone = table.get("b");
        assertThat(merged(table.ask(), Set.of("a"))).isEmpty();
        assertThat(ids()).containsExactly("a");
        assertThat(table.all().get(0).row().due()).isEqualTo(2);
        assertThat(gone.state()).isEqualTo(State.GONE);
    }

    @Test
    void oneAddedAfterTheQuestionIsNotGone() {
        BeanTimer before = timer(row("before", 1));
        BeanTimer after = timer(row("after", 1));
        table.put(before);
        table.added(before);
        TimerTable.Question question = table.ask();
        table.put(after);
        table.added(after);
        assertThat(merged(question, Set.of())).isEmpty();
        assertThat(ids()).containsExactly("after");
        assertThat(merged(table.ask(), Set.of())).isEmpty();
        assertThat(ids()).isEmpty();
    }

    @Test
    void oneGoneAfterTheQuestionIsNotThereAgain() {
        TimerTable.Question question = table.ask();
        table.gone(timer(row("a", 1)), true, true);
        assertThat(merged(question, Set.of("a"), row("a", 1))).isEmpty();
        TimerTable.Question whileRemoved = table.ask();
        table.rowRemoved(timer(row("a", 1)));
        assertThat(merged(whileRemoved, Set.of("a"), row("a", 1))).isEmpty();
        assertThat(merged(table.ask(), Set.of("a"), row("a", 1))).containsExactly("a");
    }

    @Test
    void theRowOfOneThatFiresIsKept() {
        BeanTimer firing = timer(row("a", 1));
        table.put(firing);
        firing.firing(true);
        assertThat(merged(table.ask(), Set.of("a"), row("a", 2))).isEmpty();
        assertThat(merged(table.ask(), Set.of())).isEmpty();
        assertThat(ids()).containsExactly("a");
        assertThat(firing.row().due()).isEqualTo(1);
    }

    @Test
    void oneOfATransactionIsLeftAlone() {
        BeanTimer pending = timer(row("a", 1));
        pending.state(State.PENDING);
        table.put(pending);
        assertThat(merged(table.ask(), Set.of())).isEmpty();
        assertThat(pending.state()).isEqualTo(State.PENDING);
        table.remove(pending);
        assertThat(table.get("a")).isNull();
    }
}
