package io.keelson.jms.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.jms.message.ByteWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SegmentTest {
    private static final String NAME = "messages-0000000000000005.log";

    private final FaultyDisk disk = new FaultyDisk();
    private final RecordIndex index = new RecordIndex();

    /** Writes a frame, which says that everything before a place is sure. */
    private static void write(Segment segment, long sure, MessageStore.Change... batch) throws IOException {
        ByteWriter out = new ByteWriter(64);
        Frame.write(List.of(batch), sure, out);
        segment.file.write(ByteBuffer.wrap(out.array(), 0, out.length()), segment.end);
        segment.end += out.length();
    }

    private Segment reopened() throws IOException {
        return Segment.open(disk, 5);
    }

    private @Nullable String recover(Segment segment, boolean last, RecordIndex into) throws IOException {
        Segment.Piece[] end = new Segment.Piece[1];
        segment.scan(piece -> {
            piece.changes().load(into, segment);
            end[0] = piece;
        });
        return segment.cut(disk, end[0], last);
    }

    private void cut(int bytes) {
        byte[] now = disk.files.get(NAME).now;
        disk.files.get(NAME).now = Arrays.copyOf(now, now.length - bytes);
    }

    @Test
    void namesCarryTheNumber() throws Exception {
        assertThat(Segment.name(5)).isEqualTo(NAME);
        assertThat(Segment.isNamed(NAME)).isTrue();
        assertThat(Segment.isNamed("store.header")).isFalse();
        assertThat(Segment.number(NAME)).isEqualTo(5);
        assertThatThrownBy(() -> Segment.number("messages-copy.log")).hasMessageContaining("move it away");
    }

    @Test
    void recoveryHasWhatIsLeftOfThePuts() throws Exception {
        Segment made = Segment.make(disk, 5, 1, false);
        write(made, 0, new MessageStore.Put(1, new byte[] {1, 2}), new MessageStore.Put(2, new byte[] {3}));
        write(made, 0, new MessageStore.Remove(1), new MessageStore.Put(3, new byte[] {4, 5}));
        Segment again = reopened();
        assertThat(recover(again, false, index)).isNull();
        assertThat(index.records()).containsExactly(2L, 3L);
        assertThat(again.position()).isEqualTo(made.position());
        Segment.Place place = index.get(3L);
        ByteBuffer read = ByteBuffer.allocate(place.length());
        place.segment().file.read(read, place.at());
        assertThat(read.array()).containsExactly(4, 5);
    }

    @Test
    void anUnfinishedWriteOfTheLastOneIsCutOff() throws Exception {
        Segment made = Segment.make(disk, 5, 1, false);
        write(made, 0, new MessageStore.Put(1, new byte[10]));
        int whole = made.end;
        write(made, 0, new MessageStore.Put(2, new byte[10]));
        cut(1);
        assertThatThrownBy(() -> recover(reopened(), false, new RecordIndex()))
                .hasMessageContaining("is damaged at offset " + whole);
        Segment again = reopened();
        assertThat(recover(again, true, index)).contains("unfinished write at offset " + whole);
        assertThat(index.records()).containsExactly(1L);
        assertThat(disk.files.get(NAME).now).hasSize(whole);
    }

    @Test
    void damageBeforeWhatWasSureIsNotCutOff() throws Exception {
        Segment made = Segment.make(disk, 5, 1, false);
        int first = made.end;
        write(made, 0, new MessageStore.Put(1, new byte[10]));
        write(made, made.position(), new MessageStore.Put(2, new byte[10]));
        disk.files.get(NAME).now[first + Frame.HEAD] ^= 1;
        assertThatThrownBy(() -> recover(reopened(), true, index))
                .hasMessageContaining("although it had been made sure of");
    }

    @Test
    void oneWithoutAWholeHeaderIsEmpty() throws Exception {
        Segment made = Segment.make(disk, 5, 1, false);
        cut(1);
        Segment again = reopened();
        assertThat(recover(again, true, index)).contains("offset 0");
        assertThat(again.end).isZero();
        again.delete(disk);
        assertThat(disk.files).isEmpty();
        assertThat(made.number).isEqualTo(5);
    }

    @Test
    void nothingIsLeftOfOneThatCannotBeMade() {
        disk.forcesThatFail = 1;
        assertThatThrownBy(() -> Segment.make(disk, 5, 1, false)).isInstanceOf(IOException.class);
        assertThat(disk.files).isEmpty();
    }
}
