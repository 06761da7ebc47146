package io.keelson.ee.iiop.csi;

/**
 * A message of the security attribute service: what goes beside a request, and what comes back. Arrays are not copied and must not be
 * changed.
 *
 * <p>Specification: CORBA 3.3, Part 2, 10.2.2 SAS Context Protocol Messages.
 */
public sealed interface SasMessage {
    /** The service context that carries it. */
    int CONTEXT = 15;

    /** Status of evidence that is wrong: an unknown user, a wrong password, an identity that may not be asserted. */
    int INVALID_EVIDENCE = 1;

    /** Status of a mechanism that is not spoken. */
    int INVALID_MECHANISM = 2;

    /** Status of a context that is kept with other evidence. */
    int CONFLICTING_EVIDENCE = 3;

    /** Status of a reference to a context that is not kept. */
    int NO_CONTEXT = 4;

    /** No identity is asserted. */
    int ABSENT = 0;

    /** Nobody is asserted. */
    int ANONYMOUS = 1;

    /** A name is asserted. */
    int PRINCIPAL_NAME = 2;

    /** The owner of a certificate is asserted, by a chain of certificates of which the owner's is the first. */
    int CERTIFICATES = 4;

    /** The owner of a certificate is asserted, by the certificate's subject. */
    int DISTINGUISHED_NAME = 8;

    /**
     * Evidence of who calls.
     *
     * @param context the client's number of the context; 0 where none is kept
     * @param identityType the kind of the asserted identity
     * @param identity the asserted identity; empty where its kind has none
     * @param token the token that authenticates the client; empty for none
     */
    record Establish(long context, int identityType, byte[] identity, byte[] token) implements SasMessage {}

    /**
     * The evidence is taken.
     *
     * @param stateful true if the context is kept
     */
    record Complete(long context, boolean stateful) implements SasMessage {}

    /**
     * The evidence is refused.
     *
     * @param token an error of the mechanism; may be empty
     */
    record Failed(long context, int major, int minor, byte[] token) implements SasMessage {}

    /**
     * A reference to a context that was established before.
     *
     * @param discard true if the client will not refer to it again
     */
    record InContext(long context, boolean discard) implements SasMessage {}

    /** Returns the bytes of the service context. */
    default byte[] encoded() {
        CdrWriter out = new CdrWriter();
        if (this instanceof Establish establish) {
            out.ushort(0).int64(establish.context).int32(0).int32(establish.identityType);
            if (establish.identityType == ABSENT || establish.identityType == ANONYMOUS) {
                out.bool(true);
            } else {
                out.octets(establish.identity);
            }
            out.octets(establish.token);
        } else if (this instanceof Complete complete) {
            out.ushort(1).int64(complete.context).bool(complete.stateful).octets(new byte[0]);
        } else if (this instanceof Failed failed) {
            out.ushort(4)
                    .int64(failed.context)
                    .int32(failed.major)
                    .int32(failed.minor)
                    .octets(failed.token);
        } else if (this instanceof InContext in) {
            out.ushort(5).int64(in.context).bool(in.discard);
        }
        return out.bytes();
    }

    /**
     * Reads the bytes of a service context.
     *
     * @throws CsiException where they are no such message
     */
    static SasMessage decode(byte[] bytes) throws CsiException {
        CdrReader in = new CdrReader(bytes);
        int type = in.ushort();
        long context = in.int64();
        switch (type) {
            case 0:
                return establish(context, in);
            case 1:
                return new Complete(context, in.bool());
            case 4:
                return new Failed(context, in.int32(), in.int32(), in.octets());
            case 5:
                return new InContext(context, in.bool());
            default:
                throw new CsiException("there is no SAS message of type " + type);
        }
    }

    private static Establish establish(long context, CdrReader in) throws CsiException {
        for (int i = in.count(8); i > 0; i--) { // privileges of an authority; none is known here
            in.int32();
            in.octets();
        }
        int identityType = in.int32();
        byte[] identity = new byte[0];
        if (identityType == ABSENT || identityType == ANONYMOUS) {
            in.bool();
        } else {
            identity = in.octets();
        }
        return new Establish(context, identityType, identity, in.octets());
    }
}
