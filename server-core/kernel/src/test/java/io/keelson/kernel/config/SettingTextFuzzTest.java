package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.base.config.DataSize;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Durations, sizes and paths of settings are what they say, written and read again, or no such thing. */
class SettingTextFuzzTest {
    @DictionaryFile(resourcePath = "settings.dict")
    @FuzzTest
    void texts(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        again(text, Durations::parse, Durations::format);
        again(text, DataSize::parse, DataSize::toString);
        again(text, SettingPath::parse, SettingPath::toString);
    }

    private static <T> void again(String text, Function<String, T> parse, Function<T, String> write) {
        T value;
        try {
            value = parse.apply(text);
        } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotBlank();
            return;
        }
        assertThat(parse.apply(write.apply(value))).as(write.apply(value)).isEqualTo(value);
    }
}
