package io.keelson.base.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what comes with a request. */
class TraceContextTest {
    private static final String GOOD = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    private static TraceContext parse(String text) {
        return TraceContext.parse(List.of(text), List.of());
    }

    @Test
    void isReadAndWrittenAsItCame() {
        TraceContext context = parse(GOOD);
        assertThat(context.traceId()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(context.spanText()).isEqualTo("00f067aa0ba902b7");
        assertThat(context.sampled()).isTrue();
        assertThat(context.state()).isNull();
        assertThat(context.traceparent()).isEqualTo(GOOD);
        assertThat(parse(GOOD.replace("-01", "-00")).sampled()).isFalse();
        assertThat(parse(GOOD.replace("-01", "-02")).sampled()).isFalse();
        assertThat(parse(GOOD.replace("-01", "-ff")).traceparent()).isEqualTo(GOOD);
        assertThat(parse("00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-01"))
                .isEqualTo(new TraceContext(-1, -1, -1, true, null));
        assertThat(parse("00-00000000000000000000000000000001-8000000000000000-00")
                        .traceparent())
                .isEqualTo("00-00000000000000000000000000000001-8000000000000000-00");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "00",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-011",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0g",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00F067AA0BA902B7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473x-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b -01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7_01",
                " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.x",
                "00-٤bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
            })
    void whatIsMalformedHasNotCome(String text) {
        assertThat(parse(text)).isNull();
    }

    @Test
    void aLaterVersionIsReadAsFarAsItIsKnown() {
        assertThat(parse("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                        .traceparent())
                .isEqualTo(GOOD);
        assertThat(parse("01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-will-be")
                        .traceparent())
                .isEqualTo(GOOD);
    }

    @Test
    void twoAreNone() {
        assertThat(TraceContext.parse(List.of(GOOD, GOOD), List.of())).isNull();
        assertThat(TraceContext.parse(List.of(), List.of("a=b"))).isNull();
    }

    private static String state(String... fields) {
        return TraceContext.parse(List.of(GOOD), List.of(fields)).state();
    }

    @Test
    void theStateOfOthersIsPassedOnAsItCame() {
        assertThat(state("congo=t61rcWkgMzE,rojo=00f067aa0ba902b7"))
                .isEqualTo("congo=t61rcWkgMzE,rojo=00f067aa0ba902b7");
        assertThat(state("a=1", "tenant@system=2 3")).isEqualTo("a=1,tenant@system=2 3");
        assertThat(state("a=1, ,\tb=2")).isEqualTo("a=1, ,\tb=2");
        List<String> most = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            most.add("k" + i + "=v");
        }
        assertThat(state(String.join(",", most))).isEqualTo(String.join(",", most));
        most.add("k32=v");
        assertThat(state(String.join(",", most))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "a",
                "=",
                "=b",
                "a=",
                "A=b",
                "a=b=c",
                "a=b,a=c",
                "a b=c",
                "a=b\u0001",
                "a=ü",
                "@=b",
                "a@@b=c",
                "a@=c"
            })
    void aStateThatIsMalformedIsLeftOutAndTheTraceGoesOn(String text) {
        assertThat(state(text)).isNull();
    }

    @Test
    void aStateThatIsTooLongIsLeftOut() {
        String longest = "a=" + "x".repeat(253) + ",b=" + "x".repeat(253);
        assertThat(state(longest)).isEqualTo(longest);
        assertThat(state(longest + "xxx")).isNull();
    }

    @Test
    void idsAreNotZero() {
        assertThatThrownBy(() -> new TraceContext(0, 0, 1, true, null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TraceContext(1, 0, 0, true, null)).isInstanceOf(IllegalArgumentException.class);
    }
}
