package io.keelson.session.marshal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MarshallingTest {
    private final Marshalling marshalling = new Marshalling("shop", MarshallingTest.class.getClassLoader());

    /** A list that is as deep as it is long. */
    private record Link(int number, @Nullable Link next) implements Serializable {}

    static List<Object> values() {
        return List.of(
                "",
                "plain",
                "Grüße",
                "\u0100 and more",
                "\ud83d\ude00",
                "half \ud800",
                7,
                -7L,
                true,
                false,
                List.of("a", 1));
    }

    @ParameterizedTest
    @MethodSource("values")
    void comesBackAsItWas(Object value) {
        Marshalling.Written written = marshalling.write("x", value);
        assertThat(written.outcome()).isEqualTo(Marshalling.Outcome.WRITTEN);
        assertThat(marshalling.read("x", written.bytes())).isEqualTo(value);
    }

    @Test
    void plainTextTakesAByteACharacter() {
        assertThat(marshalling.write("x", "a".repeat(1000)).bytes()).hasSize(1001);
        assertThat(marshalling.write("x", "\u0100".repeat(1000)).bytes()).hasSize(2001);
    }

    @Test
    void whatIsTooDeepForTheStackIsNoFaultOfTheRequest() {
        Link deep = null;
        for (int i = 0; i < 200_000; i++) {
            deep = new Link(i, deep);
        }
        assertThat(marshalling.write("x", deep).outcome()).isEqualTo(Marshalling.Outcome.LATER);
    }
}
