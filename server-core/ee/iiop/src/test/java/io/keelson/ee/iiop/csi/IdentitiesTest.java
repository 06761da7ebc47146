package io.keelson.ee.iiop.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;

/** Identities that are asserted by certificates. */
class IdentitiesTest {
    /** A certificate of CN=ann in DER. */
    private static final String ANN =
            "MIIBcTCCARegAwIBAgIUWF/viqSvjD7Byvb3WMK0n6gc+NIwCgYIKoZIzj0EAwIwDjEMMAoGA1UEAwwDYW5uMB4XDTI2MTEz"
                    + "MDE3MDQ1M1oXDTM2MTEyNzE3MDQ1M1owDjEMMAoGA1UEAwwDYW5uMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGwW3UMS5"
                    + "wOFFHh8v9Q+1uPZRB6Tty2Yedv2LQsDRcO+mo8TbaPgZSqRYTXY+Ihyac8TyyJNtgLQSr4M+PZ4sUKNTMFEwHQYDVR0OBBYE"
                    + "FMFcd7aoP4yAhLGSuGLOO5ODviTVMB8GA1UdIwQYMBaAFMFcd7aoP4yAhLGSuGLOO5ODviTVMA8GA1UdEwEB/wQFMAMBAf8w"
                    + "CgYIKoZIzj0EAwIDSAAwRQIgIxTWy5N8AEabCcpwSZRou1ZEyQ4qsKJ6aGzx2ZHczLoCIQC/YC+c6/B+rfZNXGwZ6l1c3Wa1"
                    + "A7KkOFFXbAWZynP4pw==";

    /** A certificate of CN=authority in DER. */
    private static final String AUTHORITY =
            "MIIBfTCCASOgAwIBAgIUSakZ0Xm+aP2ah1TObbkA2bCsb04wCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJYXV0aG9yaXR5MB4X"
                    + "DTI2MTEzMDE3MDQ1M1oXDTM2MTEyNzE3MDQ1M1owFDESMBAGA1UEAwwJYXV0aG9yaXR5MFkwEwYHKoZIzj0CAQYIKoZIzj0D"
                    + "AQcDQgAEoEg4W2GwJsA10PzPoKvptm0GkBx37K+2CVql2Qmgb7fPDjWkPwpm5cdGYRvn7P8VoXGNTk6Nzsq5Pq2NRWyil6NT"
                    + "MFEwHQYDVR0OBBYEFMdphLlRcmLS8SKBsayJu5WqBECgMB8GA1UdIwQYMBaAFMdphLlRcmLS8SKBsayJu5WqBECgMA8GA1Ud"
                    + "EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAPYXBDKrAnwxFAdOXRt5PSnVUywDd0yYTZZsHx/0CbKWAiBhWi//NFFQ"
                    + "3U3p7U8+mpHFWsLOoLZABwbPSuaSG8zAdg==";

    private static byte[] chain(String... certificates) throws Exception {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (String each : certificates) {
            content.writeBytes(Base64.getDecoder().decode(each));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0x30);
        out.write(0x82);
        out.write(content.size() >> 8);
        out.write(content.size());
        content.writeTo(out);
        return out.toByteArray();
    }

    @Test
    void theFirstCertificateOfAChainIsTheOwners() throws Exception {
        assertThat(Identities.owner(chain(ANN, AUTHORITY)).getName()).isEqualTo("CN=ann");
        assertThat(Identities.owner(chain(ANN)).getName()).isEqualTo("CN=ann");
        assertThat(Identities.distinguishedName(new X500Principal("CN=bob,O=acme").getEncoded())
                        .getName())
                .isEqualTo("CN=bob,O=acme");
    }

    @Test
    void whatIsNoneIsRefused() throws Exception {
        byte[] chain = chain(ANN);
        for (byte[] each : List.of(new byte[0], new byte[] {0x30, 0}, new byte[] {1, 2, 3}, new byte[5000])) {
            assertThatThrownBy(() -> Identities.owner(each)).isInstanceOf(CsiException.class);
        }
        assertThatThrownBy(() -> Identities.owner(Arrays.copyOf(chain, chain.length - 1)))
                .isInstanceOf(CsiException.class);
        for (byte[] each : List.of(new byte[0], new byte[] {1, 2, 3}, chain)) {
            assertThatThrownBy(() -> Identities.distinguishedName(each)).isInstanceOf(CsiException.class);
        }
    }
}
