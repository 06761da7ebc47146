package io.keelson.ee.iiop.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The component of references. */
class SecurityMechanismTest {
    private static final byte[] REALM = Gssup.exportedName("default");
    private static final SecurityMechanism CLEAR =
            new SecurityMechanism(List.of(), 0, false, false, true, false, REALM, false);
    private static final SecurityMechanism TLS = new SecurityMechanism(
            List.of(new SecurityMechanism.Address("10.0.0.5", 7002), new SecurityMechanism.Address("::1", 65535)),
            SecurityMechanism.PROTECTED,
            true,
            false,
            true,
            true,
            REALM,
            true);
    private static final SecurityMechanism CERTIFICATE = new SecurityMechanism(
            List.of(new SecurityMechanism.Address("10.0.0.5", 7002)),
            SecurityMechanism.PROTECTED,
            true,
            true,
            false,
            false,
            new byte[0],
            false);

    @Test
    void mechanismsAreReadAsTheyWereWritten() throws Exception {
        List<SecurityMechanism> read =
                SecurityMechanism.decode(SecurityMechanism.encode(List.of(CLEAR, TLS, CERTIFICATE)));
        assertThat(read).usingRecursiveComparison().isEqualTo(List.of(CLEAR, TLS, CERTIFICATE));
    }

    @Test
    void everyCutIsRefused() {
        byte[] whole = SecurityMechanism.encode(List.of(CLEAR, TLS, CERTIFICATE));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> SecurityMechanism.decode(cut)).isInstanceOf(CsiException.class);
        }
    }

    /** The generated reader of the broker's jar is written by others, to the same specification. */
    @Test
    void theBrokersOwnReaderReadsTheSame() throws Exception {
        org.omg.CORBA.ORB broker = org.omg.CORBA.ORB.init(new String[0], brokerProperties());
        try {
            org.omg.CSIIOP.CompoundSecMechList list = org.omg.CSIIOP.CompoundSecMechListHelper.extract(codec(broker)
                    .decode_value(
                            SecurityMechanism.encode(List.of(CLEAR, TLS, CERTIFICATE)),
                            org.omg.CSIIOP.CompoundSecMechListHelper.type()));
            assertThat(list.stateful).isTrue();
            assertThat(list.mechanism_list).hasSize(3);
            assertThat(list.mechanism_list[0].transport_mech.tag).isEqualTo(org.omg.IOP.TAG_NULL_TAG.value);
            org.omg.CSIIOP.CompoundSecMech secure = list.mechanism_list[1];
            assertThat(secure.target_requires).isEqualTo((short) (2 | 4 | 64));
            assertThat(secure.as_context_mech.target_name).isEqualTo(REALM);
            assertThat(secure.sas_context_mech.supported_identity_types).isEqualTo(15);
            org.omg.CSIIOP.TLS_SEC_TRANS tls = org.omg.CSIIOP.TLS_SEC_TRANSHelper.extract(codec(broker)
                    .decode_value(secure.transport_mech.component_data, org.omg.CSIIOP.TLS_SEC_TRANSHelper.type()));
            assertThat(tls.addresses[0].host_name).isEqualTo("10.0.0.5");
            assertThat(tls.addresses[1].port).isEqualTo((short) 65535);
            assertThat(tls.target_supports & 64)
                    .as("a certificate may be shown")
                    .isEqualTo(64);
            assertThat(tls.target_requires & 64)
                    .as("a certificate must be shown")
                    .isZero();
            org.omg.CSIIOP.CompoundSecMech certificate = list.mechanism_list[2];
            assertThat(certificate.target_requires).isEqualTo((short) (2 | 4 | 64));
            assertThat(certificate.as_context_mech.target_supports).isZero();
        } finally {
            broker.destroy();
        }
    }

    private static java.util.Properties brokerProperties() {
        java.util.Properties properties = new java.util.Properties();
        properties.setProperty("org.omg.CORBA.ORBClass", "com.sun.corba.se.impl.orb.ORBImpl");
        properties.setProperty("org.omg.CORBA.ORBSingletonClass", "com.sun.corba.se.impl.orb.ORBSingleton");
        return properties;
    }

    private static org.omg.IOP.Codec codec(org.omg.CORBA.ORB broker) throws Exception {
        return org.omg.IOP.CodecFactoryHelper.narrow(broker.resolve_initial_references("CodecFactory"))
                .create_codec(new org.omg.IOP.Encoding(org.omg.IOP.ENCODING_CDR_ENCAPS.value, (byte) 1, (byte) 2));
    }
}
