package io.keelson.deploy.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class VersionedNameTest {
    @Test
    void isWrittenAndRead() {
        assertThat(new VersionedName("shop", "2.1").toString()).isEqualTo("shop@2.1");
        assertThat(VersionedName.of("shop@2.1")).isEqualTo(new VersionedName("shop", "2.1"));
        assertThat(VersionedName.of("shop")).isEqualTo(new VersionedName("shop", null));
        assertThat(new VersionedName("shop", null).toString()).isEqualTo("shop");
    }

    @Test
    void withoutItsVersionAModuleKeepsItsName() {
        assertThat(VersionedName.plain("shop")).isEqualTo("shop");
        assertThat(VersionedName.plain("shop#web")).isEqualTo("shop#web");
        assertThat(VersionedName.plain("shop@2.1")).isEqualTo("shop");
        assertThat(VersionedName.plain("shop@2.1#web")).isEqualTo("shop#web");
    }

    @Test
    void aVersionCanBeTheNameOfADirectory() {
        assertThat(VersionedName.isVersion("2")).isTrue();
        assertThat(VersionedName.isVersion("1.0.0-RC_1")).isTrue();
        for (String none : new String[] {"", ".", "..", ".1", "1/2", "a b", "a@b", "a#b", "x".repeat(101)}) {
            assertThat(VersionedName.isVersion(none)).as(none).isFalse();
        }
    }
}
