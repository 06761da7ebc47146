package io.keelson.ee.iiop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.NO_PERMISSION;

/** The classes that a message may bring, and the room that it may take. */
class ValueClassesTest {
    private final ValueClasses classes =
            new ValueClasses(ValueClassesTest.class.getClassLoader(), name -> !name.contains("Runtime"), 100);

    @Test
    void aClassThatIsNotAllowedIsNotLookedForElsewhere() throws Exception {
        assertThat(classes.named("java.util.ArrayList")).isEqualTo(ArrayList.class);
        assertThatThrownBy(() -> classes.named("java.lang.Runtime"))
                .isInstanceOf(NO_PERMISSION.class)
                .hasMessageContaining("java.lang.Runtime");
        assertThatThrownBy(() -> classes.named("org.acme.Missing")).isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void theBrokersDelegateAsksTheLoaderOfTheThread() throws Exception {
        GuardedUtil util = new GuardedUtil();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classes);
        try {
            assertThat(util.loadClass("java.util.HashMap", "http://127.0.0.1/evil.jar", null))
                    .isEqualTo(HashMap.class);
            assertThatThrownBy(() -> util.loadClass("java.lang.Runtime", null, null))
                    .isInstanceOf(NO_PERMISSION.class);
        } finally {
            thread.setContextClassLoader(before);
        }
        assertThat(util.getCodebase(ValueClassesTest.class)).isNull();
    }

    @Test
    void theTablesOfCollectionsAreBoundedTogether() throws Exception {
        assertThat(read(new ArrayList<>(List.of(1, 2, 3)))).isEqualTo(List.of(1, 2, 3));
        assertThatThrownBy(() -> read(new ArrayList<>(java.util.Collections.nCopies(101, 1))))
                .isInstanceOf(InvalidClassException.class);
    }

    private Object read(Object value) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            in.setObjectInputFilter(classes);
            return in.readObject();
        }
    }
}
