package io.keelson.cluster.names;

import io.keelson.cluster.membership.Membership.Term;
import io.keelson.kernel.spi.membership.ClusterMember;

/** Messages between members about the tree. Each message counts in one term only. */
sealed interface TreeMessage {
    /** The term of the view in which it was sent. */
    Term term();

    /** A member tells the coordinator of its new view what it had. */
    record Report(Term term, TreeState state) implements TreeMessage {}

    /** The coordinator tells a member the tree. */
    record Whole(Term term, TreeState state) implements TreeMessage {}

    /** A member asks the coordinator for a change. */
    record Request(Term term, long operation, TreeChange change) implements TreeMessage {}

    /** The coordinator tells all members of a change. */
    record Applied(Term term, long number, ClusterMember origin, long operation, TreeChange change)
            implements TreeMessage {}

    /** A member has the tree up to a change. */
    record Ack(Term term, long number) implements TreeMessage {}

    /** The coordinator tells how a request was decided. */
    record Answer(Term term, long operation, Outcome outcome) implements TreeMessage {}
}
