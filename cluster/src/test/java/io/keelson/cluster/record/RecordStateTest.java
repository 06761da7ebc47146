package io.keelson.cluster.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.cluster.io.MalformedMessageException;
import io.keelson.cluster.record.RecordCodec.Page;
import io.keelson.cluster.record.RecordCodec.Piece;
import io.keelson.cluster.record.RecordCodec.Read;
import io.keelson.cluster.record.RecordCodec.Update;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.record.RecordTable.Change;
import io.keelson.kernel.spi.record.RecordTable.Entry;
import io.keelson.kernel.spi.record.RecordTable.Outcome;
import io.keelson.kernel.spi.record.RecordTable.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordStateTest {
    private static final String TABLE = "timers/shop";
    private static final Fence FIRST = new Fence("timers/shop", 1);
    private static final Fence SECOND = new Fence("timers/shop", 2);

    private Fence owner = FIRST;
    private final RecordState state = new RecordState(fence -> fence.equals(owner));

    private Outcome change(Change change, @Nullable Fence fence) {
        return state.apply(new Update(TABLE, 3, fence, List.of(change)))
                .outcomes()
                .get(0);
    }

    private static byte[] value(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private List<String> keys() {
        return state.read(new Read(TABLE, 0)).changed().stream().map(Entry::key).toList();
    }

    @Test
    void ofTwoAdditionsOfAKeyOneCounts() {
        assertThat(change(new Change.Add("a", value("1")), null)).isEqualTo(new Outcome(Result.DONE, 1));
        assertThat(change(new Change.Add("a", value("1")), null)).isEqualTo(new Outcome(Result.DONE, 1));
        assertThat(change(new Change.Add("a", value("2")), null)).isEqualTo(new Outcome(Result.CONFLICT, 1));
    }

    @Test
    void aLateCopyOfAReplacementDoesNothing() {
        change(new Change.Add("a", value("1")), null);
        Change second = new Change.Replace("a", 1, value("2"));
        assertThat(change(second, FIRST)).isEqualTo(new Outcome(Result.DONE, 2));
        assertThat(change(second, FIRST)).isEqualTo(new Outcome(Result.DONE, 2));
        assertThat(change(new Change.Replace("a", 2, value("3")), FIRST)).isEqualTo(new Outcome(Result.DONE, 3));

        assertThat(change(second, FIRST)).isEqualTo(new Outcome(Result.CONFLICT, 3));
    }

    @Test
    void aFormerOwnerChangesNothing() {
        change(new Change.Add("a", value("1")), null);
        owner = SECOND;

        assertThat(change(new Change.Replace("a", 1, value("2")), FIRST)).isEqualTo(new Outcome(Result.FENCED, 1));
        assertThat(change(new Change.Remove("a"), FIRST)).isEqualTo(new Outcome(Result.FENCED, 1));
        assertThat(change(new Change.Replace("a", 1, value("2")), SECOND)).isEqualTo(new Outcome(Result.DONE, 2));
    }

    @Test
    void aLateAdditionDoesNotBringARemovedRecordBack() {
        change(new Change.Remove("a"), null);

        assertThat(change(new Change.Add("a", value("1")), null)).isEqualTo(new Outcome(Result.GONE, 0));
        assertThat(change(new Change.Replace("a", 1, value("1")), null)).isEqualTo(new Outcome(Result.GONE, 0));
    }

    @Test
    void allTablesOfASpaceAreBoundedTogether() {
        change(new Change.Add("a", value("1")), null);
        state.apply(new Update(
                "timers/bank", 3, null, List.of(new Change.Add("b", value("1")), new Change.Add("c", value("1")))));
        state.apply(new Update("messages/bank", 3, null, List.of(new Change.Add("d", value("1")))));

        assertThat(change(new Change.Add("e", value("1")), null)).isEqualTo(new Outcome(Result.FULL, 0));
        change(new Change.Remove("a"), null);
        assertThat(change(new Change.Add("e", value("1")), null).result()).isEqualTo(Result.DONE);
    }

    @Test
    void aReaderThatMissedRemovalsBeginsAnew() {
        change(new Change.Add("a", value("1")), null);
        for (int i = 0; i <= RecordState.MOST_REMOVED; i++) {
            change(new Change.Remove("x" + i), null);
        }

        assertThat(state.read(new Read(TABLE, 1)).reset()).isTrue();
        assertThat(state.read(new Read(TABLE, 2)).removed()).hasSize(RecordState.MOST_REMOVED);
        assertThat(state.read(new Read(TABLE, 1_000_000)).reset()).isTrue();
        assertThat(keys()).containsExactly("a");
    }

    @Test
    void aReaderThatFollowsPageByPageSeesWhatIsThere() throws MalformedMessageException {
        Random random = new Random(20_261_128);
        Map<String, String> mine = new HashMap<>();
        long since = 0;
        for (int round = 0; round < 50; round++) {
            List<Change> changes = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String key = "k" + random.nextInt(200);
                if (random.nextBoolean()) {
                    changes.add(new Change.Add(key, new byte[random.nextInt(8_000)]));
                } else {
                    changes.add(new Change.Remove(key));
                }
            }
            state.apply(new Update(TABLE, 1_000, null, changes));
            if (round % 3 == 0) {
                continue;
            }
            Page page;
            do {
                page = RecordCodec.page(state.read(RecordCodec.encode(new Read(TABLE, since))));
                assertThat(page.reset()).isFalse();
                page.changed().forEach(entry -> mine.put(entry.key(), entry.key()));
                page.removed().forEach(mine::remove);
                since = page.next();
            } while (page.more());
            assertThat(mine.keySet()).hasSameElementsAs(all());
        }
    }

    private List<String> all() {
        List<String> all = new ArrayList<>();
        long since = 0;
        Page page;
        do {
            page = state.read(new Read(TABLE, since));
            page.changed().forEach(entry -> all.add(entry.key()));
            since = page.next();
        } while (page.more());
        return all;
    }

    @Test
    void aSnapshotIsAllOfTheState() throws MalformedMessageException {
        for (int i = 0; i < 300; i++) {
            state.apply(new Update(TABLE, 1_000, null, List.of(new Change.Add("k" + i, new byte[3_000]))));
        }
        change(new Change.Remove("k7"), null);
        List<Piece> pieces = new ArrayList<>();
        for (Piece piece : state.snapshot()) {
            byte[] bytes = RecordCodec.encode(piece);
            assertThat(bytes.length).isLessThan(2 * RecordState.PAGE);
            pieces.add(RecordCodec.piece(bytes));
        }
        List<String> before = all();
        Outcome next = change(new Change.Replace("k8", 9, value("x")), null);

        state.restore(pieces);

        assertThat(all()).isEqualTo(before).hasSize(299);
        assertThat(change(new Change.Add("k7", value("1")), null).result()).isEqualTo(Result.GONE);
        assertThat(change(new Change.Replace("k8", 9, value("x")), null)).isEqualTo(next);
    }

    @Test
    void bytesThatNobodyCanReadAreRefused() {
        assertThatThrownBy(() -> state.apply(new byte[] {RecordCodec.MARK, 5, 1}))
                .isInstanceOf(MalformedMessageException.class);
        assertThatThrownBy(() -> state.read(new byte[] {RecordCodec.MARK}))
                .isInstanceOf(MalformedMessageException.class);
    }
}
