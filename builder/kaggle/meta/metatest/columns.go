package metatest

// newColumns are the headers of editions of 2024 and later, earlyColumns those
// of early ones as far as they are read, with the submission columns that later
// editions brought.
var newColumns = map[string]string{
	"Competitions": "Id,Slug,Title,Subtitle,HostSegmentTitle,ForumId,OrganizationId,EnabledDate,DeadlineDate," +
		"FinalLeaderboardHasBeenVerified,HasKernels,OnlyAllowKernelSubmissions,HasLeaderboard,LeaderboardPercentage," +
		"EvaluationAlgorithmAbbreviation,EvaluationAlgorithmName,EvaluationAlgorithmIsMax,RewardType,RewardQuantity," +
		"TotalTeams,TotalCompetitors,TotalSubmissions,HostName,CompetitionTypeId,Overview",
	"Teams": "Id,CompetitionId,TeamLeaderId,TeamName,ScoreFirstSubmittedDate,LastSubmissionDate,PublicLeaderboardSubmissionId," +
		"PrivateLeaderboardSubmissionId,IsBenchmark,Medal,MedalAwardDate,PublicLeaderboardRank,PrivateLeaderboardRank,WriteUpForumTopicId",
	"Submissions": "Id,SubmittedUserId,TeamId,SourceKernelVersionId,SubmissionDate,ScoreDate,IsAfterDeadline,IsSelected," +
		"PublicScoreLeaderboardDisplay,PublicScoreFullPrecision,PrivateScoreLeaderboardDisplay,PrivateScoreFullPrecision",
	"CompetitionTags": "Id,CompetitionId,TagId",
	"Tags":            "Id,ParentTagId,Name,Slug,FullPath,Description,DatasetCount,CompetitionCount,KernelCount",
}

var earlyColumns = map[string]string{
	"Competitions":         "Id,CompetitionName,Title,HostSegmentTitle,DateEnabled,Deadline,EvaluationAlgorithmId,TotalTeams",
	"Teams":                "Id,CompetitionId,TeamLeaderId,TeamName,PublicLeaderboardSubmissionId,PrivateLeaderboardSubmissionId,IsBenchmark,Medal,Ranking",
	"Submissions":          "Id,SubmittedUserId,TeamId,DateSubmitted,IsAfterDeadline,IsSelected,PublicScore,PrivateScore",
	"CompetitionTags":      "Id,CompetitionId,TagId",
	"Tags":                 "Id,ParentTagId,Name,Slug,FullPath,Description,DatasetCount,CompetitionCount,KernelCount",
	"EvaluationAlgorithms": "Id,Abbreviation,Name,IsMax",
}
