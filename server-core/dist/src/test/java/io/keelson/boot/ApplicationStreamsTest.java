package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.keelson.kernel.serial.ApplicationStreams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.BadAttributeValueExpException;
import org.junit.jupiter.api.Test;

class ApplicationStreamsTest {
    @Test
    void letsTheObjectsOfApplicationsPass() throws Exception {
        Map<String, List<Integer>> object = Map.of("a", new ArrayList<>(List.of(1, 2)));

        assertThat(read(written(object))).isEqualTo(object);
    }

    @Test
    void refusesAClassThatChainsBeginWith() throws Exception {
        byte[] bytes = written(new BadAttributeValueExpException("x"));

        assertThatExceptionOfType(InvalidClassException.class).isThrownBy(() -> read(bytes));
    }

    @Test
    void refusesAGraphThatWouldOverflowTheStack() throws Exception {
        byte[] deep = written(nested(1100));

        assertThatExceptionOfType(InvalidClassException.class).isThrownBy(() -> read(deep));
        assertThat(read(written(nested(100)))).isNotNull();
    }

    @Test
    void theFilterOfTheProcessCountsBesideIt() {
        ObjectInputFilter processWide = ObjectInputFilter.Config.createFilter("!java.util.ArrayList");

        assertThatExceptionOfType(InvalidClassException.class)
                .isThrownBy(() -> read(written(new ArrayList<>(List.of(1))), ApplicationStreams.filter(processWide)));
    }

    private static Object nested(int depth) {
        Object object = "end";
        for (int i = 0; i < depth; i++) {
            object = new Object[] {object};
        }
        return object;
    }

    private static byte[] written(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        return read(bytes, ApplicationStreams.filter(null));
    }

    private static Object read(byte[] bytes, ObjectInputFilter filter) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(filter);
            return in.readObject();
        }
    }
}
