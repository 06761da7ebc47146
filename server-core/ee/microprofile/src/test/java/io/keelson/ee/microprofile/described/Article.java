package io.keelson.ee.microprofile.described;

import jakarta.json.bind.annotation.JsonbProperty;
import jakarta.json.bind.annotation.JsonbTransient;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

@Schema(description = "Something that is sold")
public class Article {
    @NotNull
    @Size(min = 2, max = 40)
    public String name;

    @Pattern(regexp = "[A-Z]{3}")
    @JsonbProperty("cur")
    public String currency;

    @Min(0)
    public long price;

    @JsonbTransient
    public String internal;
}
