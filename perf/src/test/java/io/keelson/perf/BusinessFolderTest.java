package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;

class BusinessFolderTest {
    @Test
    void isAsLargeAsItSays() throws IOException {
        for (int changes = 0; changes < 20; changes++) {
            assertThat(serialised(new BusinessFolder("folder-" + changes, changes)).length)
                    .isBetween((int) (BusinessFolder.BYTES * 0.9), (int) (BusinessFolder.BYTES * 1.1));
        }
    }

    @Test
    void hasOtherContentAfterEachChange() throws IOException {
        BusinessFolder folder = new BusinessFolder("folder-1", 0);

        assertThat(folder.changed().changes()).isEqualTo(1);
        assertThat(serialised(folder.changed())).isNotEqualTo(serialised(folder));
    }

    private static byte[] serialised(BusinessFolder folder) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(folder);
        }
        return bytes.toByteArray();
    }
}
