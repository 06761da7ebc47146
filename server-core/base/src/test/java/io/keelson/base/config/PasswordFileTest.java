package io.keelson.base.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordFileTest {
    @TempDir
    private Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("password"), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {" pâss wörd ", " pâss wörd \n", " pâss wörd \r\n", " pâss wörd \nnot looked at\n"})
    void theFirstLineIsThePasswordWithItsSpaces(String text) throws Exception {
        assertThat(PasswordFile.read(file(text))).isEqualTo(" pâss wörd ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\r\n", "\nsecret\n"})
    void anEmptyFirstLineIsNone(String text) {
        assertThatThrownBy(() -> PasswordFile.read(file(text)))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("password has no first line");
    }

    @Test
    void whatIsNoTextIsRefused() throws Exception {
        Path file = directory.resolve("password");
        Files.write(file, new byte[] {'a', (byte) 0xff, 'b'});
        assertThatThrownBy(() -> PasswordFile.read(file)).isInstanceOf(CharacterCodingException.class);
    }

    @Test
    void noFileIsSaid() {
        assertThatThrownBy(() -> PasswordFile.read(directory.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }
}
