<p>Dear ${(RequestParameters.to!"nobody")?html},</p>
<#list lines as line><p>${line}</p></#list>
<p>visit ${(Session.visits)!0}</p>
<@include_page path="/footer.html"/>
