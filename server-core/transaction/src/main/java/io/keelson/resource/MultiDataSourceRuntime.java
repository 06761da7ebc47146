package io.keelson.resource;

import io.keelson.base.measure.Described;
import java.util.List;

/** The work of a multi data source now, for management. */
public record MultiDataSourceRuntime(
        @Described("The name of the multi data source.") String name,
        @Described("Where it is bound.") List<String> jndiNames,
        @Described("Which member is asked first.") MultiDataSourceSettings.Algorithm algorithm,
        @Described("Its members, each with what it does.") List<String> members,

        @Described("Members that give no connections now.") int out,

        @Described(value = "Connections that were asked for and given.", grows = true)
        long reserved,

        @Described(value = "How often a member was passed over that had given connections before.", grows = true)
        long failovers,

        @Described(value = "How often no member had a connection.", grows = true)
        long refused) {}
