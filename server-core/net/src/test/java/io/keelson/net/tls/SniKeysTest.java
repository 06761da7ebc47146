package io.keelson.net.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.net.fixture.TestKeys;
import io.keelson.net.fixture.TestKeys.Issued;
import java.util.List;
import org.junit.jupiter.api.Test;

class SniKeysTest {
    private final TestKeys authority = new TestKeys("Test authority");

    private static Identity identity(Issued issued) throws Exception {
        return Identity.of(List.of(issued.certificate()), issued.key().getPrivate(), "here");
    }

    @Test
    void choosesByNameThenByWildcardThenTheDefault() throws Exception {
        Identity first = identity(authority.issue("first", "first.example.com"));
        Identity shop = identity(authority.issue("shop", "shop.example.com"));
        Identity wild = identity(authority.issue("wild", "*.example.com"));
        SniKeys keys = new SniKeys(List.of(first, shop, wild));
        assertThat(keys.choose("first.example.com", "EC")).isSameAs(first);
        assertThat(keys.choose("SHOP.example.com", "EC")).isSameAs(shop);
        assertThat(keys.choose("other.example.com", "EC")).isSameAs(wild);
        assertThat(keys.choose("a.other.example.com", "EC")).isSameAs(first);
        assertThat(keys.choose("example.com", "EC")).isSameAs(first);
        assertThat(keys.choose("elsewhere.org", "EC")).isSameAs(first);
        assertThat(keys.choose("localhost", "EC")).isSameAs(first);
        assertThat(keys.choose("", "EC")).isSameAs(first);
        assertThat(keys.choose(null, "EC")).isSameAs(first);
        assertThat(keys.choose("shop.example.com", "RSA")).isNull();
    }

    @Test
    void choosesByTheKindOfKeyAmongThoseOfAName() throws Exception {
        Identity ec = identity(authority.issue("ec", "both.example.com"));
        Identity rsa = identity(authority.issueRsa("rsa", "both.example.com", "more.example.com"));
        Identity other = identity(authority.issueRsa("other", "other.example.com"));
        SniKeys keys = new SniKeys(List.of(ec, other, rsa));
        assertThat(keys.choose("both.example.com", "EC")).isSameAs(ec);
        assertThat(keys.choose("both.example.com", "RSA")).isSameAs(rsa);
        assertThat(keys.choose(null, "EC")).isSameAs(ec);
        assertThat(keys.choose(null, "RSA")).isSameAs(rsa);
        assertThat(keys.choose("more.example.com", "EC")).isNull();
        String alias = keys.chooseEngineServerAlias("RSA", null, null);
        assertThat(keys.getPrivateKey(alias)).isEqualTo(rsa.key());
        assertThat(keys.getCertificateChain(alias)).containsExactly(rsa.certificate());
    }
}
