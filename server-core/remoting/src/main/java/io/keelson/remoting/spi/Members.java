package io.keelson.remoting.spi;

import java.util.List;

/**
 * Directory of the members of the cluster that have an object. Implementations are thread-safe and do not block: they are asked at each
 * call of an object that several members have.
 */
public interface Members {
    /** Those that have the object of that key now, as far as this member knows. */
    MemberList members(String key);

    /** Returns the addresses at which all members can be reached now, this one among them. */
    List<String> addresses();

    /**
     * A list with a version: two lists of the same version are the same. Immutable.
     *
     * @param version not 0, which stands for no list
     */
    record MemberList(long version, List<Member> members) {
        public MemberList {
            members = List.copyOf(members);
        }
    }

    /**
     * A member. Immutable.
     *
     * @param name its name in the domain
     * @param addresses where it can be reached: {@code keelson://host:port} and {@code keelsons://host:port}
     * @param weight how often it is chosen by weight, 1 to 1000
     */
    record Member(String name, List<String> addresses, int weight) {
        public Member {
            addresses = List.copyOf(addresses);
        }
    }
}
