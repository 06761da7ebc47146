package io.keelson.ee.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EncodedPathTest {
    @Test
    void octetsAreDecoded() {
        assertThat(EncodedPath.decoded("/api")).isEqualTo("/api");
        assertThat(EncodedPath.decoded("%61pi%21")).isEqualTo("api!");
        assertThat(EncodedPath.decoded("%C3%A4/\u00e4")).isEqualTo("\u00e4/\u00e4");
        assertThat(EncodedPath.decoded("100%")).isEqualTo("100%");
        assertThat(EncodedPath.decoded("%4")).isEqualTo("%4");
        assertThat(EncodedPath.decoded("%zz+%-1")).isEqualTo("%zz+%-1");
    }

    @Test
    void onlyWhatNeedsItIsEncoded() {
        assertThat(EncodedPath.encoded("/api!")).isEqualTo("/api!");
        assertThat(EncodedPath.encoded("/my api")).isEqualTo("/my%20api");
        assertThat(EncodedPath.encoded("/100%")).isEqualTo("/100%25");
        assertThat(EncodedPath.encoded("/\u00e4?a#b")).isEqualTo("/%C3%A4%3Fa%23b");
    }

    @Test
    void anAddressGetsThePathOfItsApplication() {
        assertThat(EncodedPath.withPrefix("/shop/api!/a%21", "/shop", "/api!")).isEqualTo("/shop/api!/a%21");
        assertThat(EncodedPath.withPrefix("/shop/%61pi%21/a%21", "/shop", "/api!"))
                .isEqualTo("/shop/api!/a%21");
        assertThat(EncodedPath.withPrefix("/v/%61/%62/%63", "", "/v/a")).isEqualTo("/v/a/%62/%63");
        assertThat(EncodedPath.withPrefix("/my%20%61pi", "", "/my%20api")).isEqualTo("/my%20api");
        assertThat(EncodedPath.withPrefix("/shop/other/a", "/shop", "/api")).isEqualTo("/shop/other/a");
        assertThat(EncodedPath.withPrefix("/shop", "/shop", "/api")).isEqualTo("/shop");
        assertThat(EncodedPath.withPrefix("/elsewhere", "/shop", "/api")).isEqualTo("/elsewhere");
    }
}
