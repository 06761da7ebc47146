package io.keelson.jms.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Files for bodies on a disk that fails. */
final class PagingFilesTest {
    private final FaultyDisk disk = new FaultyDisk();
    private final PagingFiles files = new PagingFiles(disk, "run", 1000);

    private static byte[] body(int value) {
        byte[] body = new byte[300];
        body[0] = (byte) value;
        return body;
    }

    @Test
    void readsWhatWasWrittenAndRemovesEachFileWithItsLastBody() throws Exception {
        List<PagingFiles.Page> pages = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            pages.add(files.write(body(i)));
        }
        assertThat(files.count()).isEqualTo(4).isEqualTo(disk.files.size());
        assertThat(files.bytes()).isEqualTo(3000);
        for (int i = 9; i >= 0; i--) {
            assertThat(files.read(pages.get(i))).isEqualTo(body(i));
        }
        for (int i = 0; i < 9; i++) {
            files.free(pages.get(i));
            assertThat(disk.files).hasSize(4 - (i + 1) / 3);
        }
        files.free(pages.get(9));
        assertThat(disk.files).isEmpty();
        assertThat(files.count()).isZero();
        assertThat(files.bytes()).isZero();
        assertThat(files.read(files.write(body(7)))).isEqualTo(body(7));
    }

    @Test
    void aWriteThatFailsLeavesWhatWasThere() throws Exception {
        PagingFiles.Page first = files.write(body(1));
        disk.writesThatFail = 1;
        assertThatThrownBy(() -> files.write(body(2)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No space");
        assertThat(files.bytes()).isEqualTo(300);
        PagingFiles.Page third = files.write(body(3));
        assertThat(files.read(first)).isEqualTo(body(1));
        assertThat(files.read(third)).isEqualTo(body(3));
    }

    @Test
    void aFirstWriteThatFailsLeavesNoFile() {
        disk.writesThatFail = 1;
        assertThatThrownBy(() -> files.write(body(2))).isInstanceOf(IOException.class);
        assertThat(disk.files).isEmpty();
    }

    @Test
    void saysWhereABodyIsDamaged() throws Exception {
        PagingFiles.Page unused = files.write(body(1));
        PagingFiles.Page second = files.write(body(2));
        disk.files.values().iterator().next().now[400] ^= 1;
        assertThatThrownBy(() -> files.read(second))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged at offset 300");
    }

    @Test
    void removesWhatOthersHaveLeftAndNothingElse() throws Exception {
        PagingFiles.Page unused = files.write(body(1));
        disk.open("messages-1.log", false);
        PagingFiles next = new PagingFiles(disk, "next", 1000);
        next.clear();
        assertThat(disk.files.keySet()).containsExactly("messages-1.log");
        PagingFiles.Page page = next.write(body(2));
        assertThat(next.read(page)).isEqualTo(body(2));
        next.close();
        assertThat(disk.files.keySet()).containsExactly("messages-1.log");
    }
}
